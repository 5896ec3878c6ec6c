/**
 * Sketches: areas, lines and points lying on the floor, as tools and panels draw them: exits, entrances, lines that count, what is being
 * drawn. Lines are ribbons, as broad as they would be on the floor; those of webs are a pixel thin from anywhere, and as many as there are. All of
 * a layer in six draw calls at most.
 */
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  ShapeUtils,
  Vector2,
} from 'three';

export interface Sketch {
  /** `fill`: an area without an outline; `thread`: a thin line; `web`: those of `lines`, and no points. */
  kind: 'area' | 'fill' | 'line' | 'thread' | 'point' | 'web';
  /** x, y interleaved, metres from the origin of the place. */
  points: readonly number[];
  /** Height of the floor, metres. */
  z: number;
  /** As in CSS: #rrggbb. */
  colour: string;
  /** Beside it, as text. */
  label?: string;
  isStrong?: boolean;
  /** Thin and pale: there, but not what one looks at. */
  isFaint?: boolean;
  /** Of a web: x, y, height of the floor at both ends of each line. */
  lines?: Float32Array;
}

export interface SketchLayer {
  root: Group;
  set: (sketches: readonly Sketch[]) => void;
  dispose: () => void;
}

/** Metres: above the floor; half the breadth of a line, and of a strong one; the radius of a point. */
const ABOVE = 0.04;
const HALF = 0.06;
const HALF_STRONG = 0.11;
const HALF_THREAD = 0.025;
const HALF_FAINT = 0.05;
const POINT = 0.3;
const POINT_SIDES = 20;

export function createSketchLayer(): SketchLayer {
  const root = new Group();
  const washes = layer(0.22);
  const fills = layer(0.6);
  const lines = layer(0.95);
  const faintWashes = layer(0.12);
  const faintLines = layer(0.6);
  const webs = webLayer();
  const all = [fills, faintWashes, washes, faintLines, lines, webs];
  root.add(...all.map(({ mesh }) => mesh));
  return {
    root,
    set: (sketches) => {
      const washed: Corners = { positions: [], colours: [] };
      const filled: Corners = { positions: [], colours: [] };
      const drawn: Corners = { positions: [], colours: [] };
      const faintlyWashed: Corners = { positions: [], colours: [] };
      const faintlyDrawn: Corners = { positions: [], colours: [] };
      for (const sketch of sketches) {
        if (sketch.kind === 'web') continue;
        const colour = new Color(sketch.colour);
        const isFaint = sketch.isFaint === true;
        const broad = isFaint ? HALF_FAINT : sketch.isStrong === true ? HALF_STRONG : HALF;
        const half = sketch.kind === 'thread' ? HALF_THREAD : broad;
        const wash = isFaint ? faintlyWashed : washed;
        const line = isFaint ? faintlyDrawn : drawn;
        const outline = sketch.kind === 'point' ? circle(sketch.points) : sketch.points;
        const isClosed = sketch.kind !== 'line' && sketch.kind !== 'thread';
        if (isClosed) fill(sketch.kind === 'fill' ? filled : wash, outline, sketch.z + ABOVE, colour);
        if (sketch.kind !== 'fill') draw(line, outline, isClosed, half, sketch.z + 1.5 * ABOVE, colour);
      }
      washes.show(washed);
      fills.show(filled);
      lines.show(drawn);
      faintWashes.show(faintlyWashed);
      faintLines.show(faintlyDrawn);
      webs.show(sketches);
    },
    dispose: () => {
      for (const one of all) one.dispose();
    },
  };
}

interface Corners {
  positions: number[];
  colours: number[];
}

function layer(opacity: number) {
  const geometry = new BufferGeometry();
  const material = new MeshBasicMaterial({
    vertexColors: true,
    transparent: true,
    opacity,
    side: DoubleSide,
    depthWrite: false,
    polygonOffset: true,
    polygonOffsetFactor: -2,
  });
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.renderOrder = 1;
  return {
    mesh,
    show: ({ positions, colours }: Corners) => {
      geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
      geometry.setAttribute('color', new BufferAttribute(Float32Array.from(colours), 3));
      mesh.visible = positions.length > 0;
    },
    dispose: () => {
      geometry.dispose();
      material.dispose();
    },
  };
}

/** Lines as the graphics card draws them. */
function webLayer() {
  const geometry = new BufferGeometry();
  const material = new LineBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.85, depthWrite: false });
  const mesh = new LineSegments(geometry, material);
  mesh.frustumCulled = false;
  mesh.renderOrder = 1;
  return {
    mesh,
    show: (sketches: readonly Sketch[]) => {
      const webs = sketches.flatMap(({ lines, colour }) => (lines === undefined ? [] : { lines, colour }));
      const length = webs.reduce((sum, { lines }) => sum + lines.length, 0);
      const positions = new Float32Array(length);
      const colours = new Float32Array(length);
      let at = 0;
      for (const { lines, colour } of webs) {
        const { r, g, b } = new Color(colour);
        positions.set(lines, at);
        for (let k = 0; k < lines.length; k += 3) {
          positions[at + k + 2]! += 2 * ABOVE;
          colours[at + k] = r;
          colours[at + k + 1] = g;
          colours[at + k + 2] = b;
        }
        at += lines.length;
      }
      geometry.setAttribute('position', new BufferAttribute(positions, 3));
      geometry.setAttribute('color', new BufferAttribute(colours, 3));
      mesh.visible = length > 0;
    },
    dispose: () => {
      geometry.dispose();
      material.dispose();
    },
  };
}

function circle([x = 0, y = 0]: readonly number[]): number[] {
  return Array.from({ length: POINT_SIDES }, (_, k) => (2 * Math.PI * k) / POINT_SIDES).flatMap((angle) => [
    x + POINT * Math.cos(angle),
    y + POINT * Math.sin(angle),
  ]);
}

function corner({ positions, colours }: Corners, x: number, y: number, z: number, { r, g, b }: Color): void {
  positions.push(x, y, z);
  colours.push(r, g, b);
}

function fill(to: Corners, points: readonly number[], z: number, colour: Color): void {
  const ring = Array.from({ length: points.length / 2 }, (_, k) => new Vector2(points[2 * k]!, points[2 * k + 1]!));
  if (ring.length < 3) return;
  for (const triangle of ShapeUtils.triangulateShape(ring, [])) {
    for (const k of triangle) corner(to, ring[k]!.x, ring[k]!.y, z, colour);
  }
}

/** Each piece a rectangle, longer by half a breadth at both ends, so that corners are filled. */
function draw(to: Corners, points: readonly number[], isClosed: boolean, half: number, z: number, colour: Color): void {
  const count = points.length / 2;
  for (let k = 0; k < (isClosed ? count : count - 1); k++) {
    const l = (k + 1) % count;
    const [ax, ay, bx, by] = [points[2 * k]!, points[2 * k + 1]!, points[2 * l]!, points[2 * l + 1]!];
    const long = Math.hypot(bx - ax, by - ay);
    if (long === 0) continue;
    const [ux, uy] = [(half * (bx - ax)) / long, (half * (by - ay)) / long];
    const corners = [
      [ax - ux - uy, ay - uy + ux],
      [ax - ux + uy, ay - uy - ux],
      [bx + ux + uy, by + uy - ux],
      [bx + ux - uy, by + uy + ux],
    ];
    for (const c of [0, 1, 2, 0, 2, 3]) corner(to, corners[c]![0]!, corners[c]![1]!, z, colour);
  }
}
