/**
 * Sketches: areas, lines and points lying on the floor, as tools and panels draw them: exits, entrances, lines that count, what is being
 * drawn. Lines are ribbons, as broad as they would be on the floor, but never so thin that they are not seen from afar, nor thick from
 * nearby; those of webs are a pixel thin from anywhere, and as many as there are. All of a layer in six draw calls at most.
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
import type { Sketch } from '../protocol/sketch.ts';

export interface SketchLayer {
  root: Group;
  set: (sketches: readonly Sketch[]) => void;
  dispose: () => void;
}

/** Half the breadth of a ribbon: metres, and pixels at least and at most. */
type Breadth = readonly [metres: number, least: number, most: number];

/** Metres: above the floor; the radius of a point. */
const ABOVE = 0.04;
const POINT = 0.3;
const POINT_SIDES = 20;
/** Metres above the floor of the lower and upper edge of a plate, and half the breadth of its post. */
const PLATE: readonly [low: number, high: number] = [1.6, 2.2];
const POST = 0.03;
const THREAD: Breadth = [0.025, 0.6, 1.25];
const LINES: Record<'plain' | 'strong' | 'faint', Breadth> = {
  plain: [0.06, 2.5, 3],
  strong: [0.11, 3, 4],
  faint: [0.05, 1.75, 2.5],
};
const BORDERS: typeof LINES = {
  plain: [0.06, 1, 1.5],
  strong: [0.11, 1.5, 2.25],
  faint: [0.05, 0.75, 1.25],
};
/** After the floor, before people who are seen through walls. */
const AREAS_ORDER = 1;
const LINES_ORDER = 1.5;
const NO_BREADTH: Breadth = [0, 0, 0];

/** @param picture its height in pixels */
export function createSketchLayer(picture: { value: number }): SketchLayer {
  const root = new Group();
  const washes = layer(0.22, picture);
  const fills = layer(0.6, picture);
  const lines = layer(0.95, picture);
  const faintWashes = layer(0.12, picture);
  const faintLines = layer(0.6, picture);
  const webs = webLayer();
  const all = [fills, faintWashes, washes, faintLines, lines, webs];
  root.add(...all.map(({ mesh }) => mesh));
  // Lines of all layers are above the areas of all, whichever was made first.
  for (const { mesh } of [faintLines, lines, webs]) mesh.renderOrder = LINES_ORDER;
  return {
    root,
    set: (sketches) => {
      const washed = noCorners();
      const filled = noCorners();
      const drawn = noCorners();
      const faintlyWashed = noCorners();
      const faintlyDrawn = noCorners();
      for (const sketch of sketches) {
        if (sketch.kind === 'web') continue;
        const colour = new Color(sketch.colour);
        const isFaint = sketch.isFaint === true;
        if (sketch.kind === 'plate') {
          stand(isFaint ? faintlyDrawn : drawn, sketch.points, sketch.z, colour);
          continue;
        }
        const look = isFaint ? 'faint' : sketch.isStrong === true ? 'strong' : 'plain';
        const broad = (sketch.kind === 'line' ? LINES : BORDERS)[look];
        const breadth = sketch.kind === 'thread' ? THREAD : broad;
        const wash = isFaint ? faintlyWashed : washed;
        const line = isFaint ? faintlyDrawn : drawn;
        const outline = sketch.kind === 'point' ? circle(sketch.points) : sketch.points;
        const isClosed = sketch.kind !== 'line' && sketch.kind !== 'thread';
        const floorOf = (k: number) => (sketch.heights?.[k] ?? sketch.z) + ABOVE;
        if (isClosed && sketch.isHollow !== true)
          fill(sketch.kind === 'fill' ? filled : wash, outline, floorOf, colour);
        const heightOf = (k: number) => (sketch.heights?.[k] ?? sketch.z) + 1.5 * ABOVE;
        const ribbon = { breadth, side: sketch.side ?? 0, heightOf, colour };
        if (sketch.kind !== 'fill') draw(line, outline, isClosed, ribbon);
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
  /** Of ribbons: where the corner is from the line, in half breadths. */
  reaches: number[];
  breadths: number[];
}

const noCorners = (): Corners => ({ positions: [], colours: [], reaches: [], breadths: [] });

/** From the line to the corner of its ribbon. What a pixel takes depends on how far away it is; without perspective, `w` is 1. */
const WIDEN = `
  float away = max( ( projectionMatrix * modelViewMatrix * vec4( position, 1.0 ) ).w, 0.05 );
  float pixel = 2.0 * away / ( projectionMatrix[ 1 ][ 1 ] * picture );
  transformed.xy += reach * clamp( breadth.x, breadth.y * pixel, breadth.z * pixel );
`;

function layer(opacity: number, picture: { value: number }) {
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
  material.onBeforeCompile = (shader) => {
    shader.uniforms.picture = picture;
    const begin = '#include <begin_vertex>';
    const given = 'attribute vec2 reach;\nattribute vec3 breadth;\nuniform float picture;';
    shader.vertexShader = `${given}\n${shader.vertexShader.replace(begin, `${begin}\n${WIDEN}`)}`;
  };
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  mesh.renderOrder = AREAS_ORDER;
  return {
    mesh,
    show: ({ positions, colours, reaches, breadths }: Corners) => {
      geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3));
      geometry.setAttribute('color', new BufferAttribute(Float32Array.from(colours), 3));
      geometry.setAttribute('reach', new BufferAttribute(Float32Array.from(reaches), 2));
      geometry.setAttribute('breadth', new BufferAttribute(Float32Array.from(breadths), 3));
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
  return {
    mesh,
    show: (sketches: readonly Sketch[]) => {
      const webs = sketches.flatMap(({ lines, colour, opacities }) =>
        lines === undefined ? [] : { lines, colour, opacities },
      );
      const length = webs.reduce((sum, { lines }) => sum + lines.length, 0);
      const positions = new Float32Array(length);
      const colours = new Float32Array((4 * length) / 3);
      let at = 0;
      for (const { lines, colour, opacities } of webs) {
        const { r, g, b } = new Color(colour);
        positions.set(lines, at);
        for (let k = 0; k < lines.length; k += 3) {
          positions[at + k + 2] += 2 * ABOVE;
          const own = (4 * (at + k)) / 3;
          colours[own] = r;
          colours[own + 1] = g;
          colours[own + 2] = b;
          colours[own + 3] = opacities?.[Math.floor(k / 6)] ?? 1;
        }
        at += lines.length;
      }
      geometry.setAttribute('position', new BufferAttribute(positions, 3));
      geometry.setAttribute('color', new BufferAttribute(colours, 4));
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

function corner(
  to: Corners,
  [x, y, z]: readonly [number, number, number],
  { r, g, b }: Color,
  reach: readonly [number, number] = [0, 0],
  breadth: Breadth = NO_BREADTH,
): void {
  to.positions.push(x, y, z);
  to.colours.push(r, g, b);
  to.reaches.push(...reach);
  to.breadths.push(...breadth);
}

function fill(to: Corners, points: readonly number[], heightOf: (k: number) => number, colour: Color): void {
  const ring = Array.from({ length: points.length / 2 }, (_, k) => new Vector2(points[2 * k], points[2 * k + 1]));
  if (ring.length < 3) return;
  for (const triangle of ShapeUtils.triangulateShape(ring, [])) {
    for (const k of triangle) corner(to, [ring[k].x, ring[k].y, heightOf(k)], colour);
  }
}

/** A plate on a post: from above only what lies on the floor below it is seen. */
function stand(to: Corners, [ax, ay, bx, by]: readonly number[], z: number, colour: Color): void {
  const at = (share: number, height: number) => [ax + share * (bx - ax), ay + share * (by - ay), z + height] as const;
  const post = POST / Math.max(POST, Math.hypot(bx - ax, by - ay));
  for (const [from, end, low, high] of [
    [0, 1, ...PLATE],
    [0.5 - post, 0.5 + post, 0, PLATE[0]],
  ] as const) {
    const corners = [at(from, low), at(end, low), at(end, high), at(from, high)];
    for (const k of [0, 1, 2, 0, 2, 3]) corner(to, corners[k], colour);
  }
}

interface Ribbon {
  breadth: Breadth;
  side: number;
  /** Of point k. */
  heightOf: (k: number) => number;
  colour: Color;
}

/** Each piece a rectangle, longer by half a breadth at both ends, so that corners are filled; not where it lies on one side. */
function draw(to: Corners, points: readonly number[], isClosed: boolean, ribbon: Ribbon): void {
  const { breadth, side, heightOf, colour } = ribbon;
  const count = points.length / 2;
  const longer = side === 0 ? 1 : 0;
  for (let k = 0; k < (isClosed ? count : count - 1); k++) {
    const l = (k + 1) % count;
    const [ax, ay, bx, by] = [points[2 * k], points[2 * k + 1], points[2 * l], points[2 * l + 1]];
    const long = Math.hypot(bx - ax, by - ay);
    if (long === 0) continue;
    const [ux, uy] = [(bx - ax) / long, (by - ay) / long];
    /** Half breadths to the left of it, and on along it. */
    const reach = (left: number, on: number): [number, number] => [on * ux - left * uy, on * uy + left * ux];
    const corners = [
      [ax, ay, heightOf(k), reach(side + 1, -longer)],
      [ax, ay, heightOf(k), reach(side - 1, -longer)],
      [bx, by, heightOf(l), reach(side - 1, longer)],
      [bx, by, heightOf(l), reach(side + 1, longer)],
    ] as const;
    for (const c of [0, 1, 2, 0, 2, 3]) {
      const [x, y, z, out] = corners[c];
      corner(to, [x, y, z], colour, out, breadth);
    }
  }
}
