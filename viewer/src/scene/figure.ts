/**
 * The figure of a person, built here: rings of corners, joined like a stocking. It stands on z = 0 and looks along x; legs and arms know
 * which joints they hang from, so that the vertex shader lets them swing. 360 triangles; the plain one, for very many people, 36; and the
 * disc of somebody in a plan, 25.
 *
 *   limb.x   0 body, 1 leg, 2 arm          limb.z   1 below knee or elbow
 *   limb.y   1 left, -1 right              limb.w   what colours it: one of the paints
 */
import { BufferAttribute, BufferGeometry, InstancedBufferGeometry } from 'three';

const CLOTH = 0;
const SKIN = 1;
const TROUSERS = 2;
const HAIR = 3;
const SHOES = 4;

/** Metres, of a figure 1.74 m tall: heights of the joints. */
const HIP = 0.9;
const KNEE = 0.49;
const SHOULDER = 1.39;
const ELBOW = 1.12;
/** Radians to which legs swing at a full stride, and the metres of that stride: two steps. */
const SWING = 0.39;
export const STRIDE = 4 * (HIP - 0.04) * Math.sin(SWING);
/** Metres from side to side: of this radius a figure is as wide as it was drawn. */
export const DRAWN_RADIUS = 0.21;

/** A ring lies flat at z: its middle, and its half axes along x and y. */
type Ring = [z: number, x: number, y: number, halfX: number, halfY: number];

interface Growing {
  position: number[];
  normal: number[];
  limb: number[];
  index: number[];
}

type Limb = [kind: number, side: number, lower: number, paint: number];

/** Rings from the bottom up → a hose around them. Its ends stay open: they are pointed, or within something else, or on the floor. */
function loft(growing: Growing, rings: readonly Ring[], corners: number, limb: Limb): void {
  const first = growing.position.length / 3;
  const turn = Math.PI / corners;
  rings.forEach(([z, x, y, halfX, halfY], r) => {
    const below = rings[Math.max(0, r - 1)];
    const above = rings[Math.min(rings.length - 1, r + 1)];
    // How much it narrows upwards turns normals up.
    const rise = above[0] - below[0] || 1e-6;
    const up = (below[3] + below[4] - above[3] - above[4]) / 2 / rise;
    for (let k = 0; k < corners; k++) {
      const angle = (2 * Math.PI * k) / corners + turn;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      growing.position.push(x + halfX * cos, y + halfY * sin, z);
      const normal = [cos / Math.max(halfX, 0.01), sin / Math.max(halfY, 0.01)];
      const long = Math.hypot(normal[0], normal[1]);
      const n = [normal[0] / long, normal[1] / long, up];
      const size = Math.hypot(...n);
      growing.normal.push(n[0] / size, n[1] / size, n[2] / size);
      growing.limb.push(...limb);
    }
  });
  for (let r = 0; r + 1 < rings.length; r++) {
    for (let k = 0; k < corners; k++) {
      const a = first + r * corners + k;
      const b = first + r * corners + ((k + 1) % corners);
      growing.index.push(a, b, b + corners, a, b + corners, a + corners);
    }
  }
}

function fill<T extends BufferGeometry>(geometry: T, { position, normal, limb, index }: Growing): T {
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(position), 3));
  geometry.setAttribute('normal', new BufferAttribute(Float32Array.from(normal), 3));
  geometry.setAttribute('limb', new BufferAttribute(Float32Array.from(limb), 4));
  geometry.setIndex(new BufferAttribute(Uint16Array.from(index), 1));
  return geometry;
}

const begin = (): Growing => ({ position: [], normal: [], limb: [], index: [] });

/** Somebody with legs and arms. */
export function createFigure(): InstancedBufferGeometry {
  const growing = begin();
  const torso: Ring[] = [
    [0.86, 0, 0, 0.1, 0.15],
    [1.08, 0, 0, 0.095, 0.14],
    [1.3, 0.005, 0, 0.115, 0.185],
    [1.42, 0, 0, 0.085, 0.165],
    [1.47, 0, 0, 0.045, 0.05],
  ];
  loft(growing, torso, 8, [0, 0, 0, CLOTH]);
  const head: Ring[] = [
    [1.45, 0.005, 0, 0.045, 0.045],
    [1.51, 0.015, 0, 0.085, 0.07],
    [1.58, 0.015, 0, 0.1, 0.08],
    [1.68, 0.01, 0, 0.08, 0.07],
  ];
  loft(growing, head, 6, [0, 0, 0, SKIN]);
  const hair: Ring[] = [
    [1.53, -0.045, 0, 0.065, 0.075],
    [1.61, -0.018, 0, 0.1, 0.09],
    [1.68, -0.006, 0, 0.1, 0.085],
    [1.73, -0.01, 0, 0.06, 0.05],
    [1.74, -0.01, 0, 0.001, 0.001],
  ];
  loft(growing, hair, 6, [0, 0, 0, HAIR]);
  for (const side of [1, -1]) {
    const thigh: Ring[] = [
      [KNEE - 0.03, 0.005, side * 0.08, 0.055, 0.055],
      [HIP + 0.03, 0, side * 0.078, 0.088, 0.078],
    ];
    loft(growing, thigh, 6, [1, side, 0, TROUSERS]);
    const shin: Ring[] = [
      [0.06, -0.01, side * 0.08, 0.042, 0.042],
      [0.32, -0.01, side * 0.08, 0.056, 0.054],
      [KNEE + 0.03, 0.005, side * 0.08, 0.055, 0.055],
    ];
    loft(growing, shin, 6, [1, side, 1, TROUSERS]);
    const shoe: Ring[] = [
      [0, 0.045, side * 0.083, 0.13, 0.052],
      [0.05, 0.04, side * 0.083, 0.12, 0.05],
      [0.09, -0.005, side * 0.082, 0.06, 0.045],
    ];
    loft(growing, shoe, 6, [1, side, 1, SHOES]);
    const upper: Ring[] = [
      [ELBOW - 0.02, 0, side * 0.225, 0.042, 0.042],
      [SHOULDER - 0.04, 0, side * 0.205, 0.056, 0.054],
      [SHOULDER + 0.03, 0, side * 0.185, 0.04, 0.04],
    ];
    loft(growing, upper, 5, [2, side, 0, CLOTH]);
    const fore: Ring[] = [
      [0.9, 0.01, side * 0.232, 0.032, 0.032],
      [ELBOW + 0.02, 0, side * 0.226, 0.042, 0.042],
    ];
    loft(growing, fore, 5, [2, side, 1, CLOTH]);
    const hand: Ring[] = [
      [0.8, 0.015, side * 0.23, 0.022, 0.018],
      [0.86, 0.015, side * 0.232, 0.036, 0.026],
      [0.91, 0.01, side * 0.232, 0.026, 0.024],
    ];
    loft(growing, hand, 4, [2, side, 1, SKIN]);
  }
  return fill(new InstancedBufferGeometry(), growing);
}

/** Somebody seen from afar: a body and a head that keep still. */
export function createPlainFigure(): InstancedBufferGeometry {
  const growing = begin();
  const body: Ring[] = [
    [0, 0, 0, 0.1, 0.12],
    [1.38, 0, 0, 0.13, 0.22],
    [1.46, 0, 0, 0.03, 0.04],
  ];
  loft(growing, body, 5, [0, 0, 0, CLOTH]);
  const head: Ring[] = [
    [1.44, 0, 0, 0.001, 0.001],
    [1.6, 0, 0, 0.11, 0.09],
    [1.74, 0, 0, 0.001, 0.001],
  ];
  loft(growing, head, 4, [0, 0, 0, HAIR]);
  return fill(new InstancedBufferGeometry(), growing);
}

/** Somebody in a plan, as wide as the body: its colour, and a notch at the front. Straight from above, heads would hide the rest. */
export function createDisc(): InstancedBufferGeometry {
  const growing = begin();
  const [corners, height, radius] = [24, 1.5, DRAWN_RADIUS];
  const put = (x: number, y: number, z: number, paint: number) => {
    growing.position.push(x, y, z);
    growing.normal.push(0, 0, 1);
    growing.limb.push(0, 0, 0, paint);
  };
  put(0, 0, height, CLOTH);
  for (let k = 0; k < corners; k++) {
    const angle = (2 * Math.PI * k) / corners;
    put(radius * Math.cos(angle), radius * Math.sin(angle), height, CLOTH);
    growing.index.push(0, 1 + k, 1 + ((k + 1) % corners));
  }
  const first = growing.position.length / 3;
  for (const [x, y] of [
    [1, 0],
    [0.3, 0.45],
    [0.3, -0.45],
  ] as const)
    put(radius * x, radius * y, height + 0.02, SHOES);
  growing.index.push(first, first + 1, first + 2);
  return fill(new InstancedBufferGeometry(), growing);
}

/** What shows who is chosen: a ring on the floor, of this outer radius, and a drop over the head, for a body of radius 1. */
export const MARK_RADIUS = 1.95;
export function createMark(): BufferGeometry {
  const growing = begin();
  const corners = 40;
  for (let k = 0; k < corners; k++) {
    const angle = (2 * Math.PI * k) / corners;
    for (const far of [1.5, MARK_RADIUS]) {
      growing.position.push(far * Math.cos(angle), far * Math.sin(angle), 0.03);
      growing.normal.push(0, 0, 1);
      growing.limb.push(0, 0, 0, 0);
    }
    const a = 2 * k;
    const b = 2 * ((k + 1) % corners);
    growing.index.push(a, a + 1, b + 1, a, b + 1, b);
  }
  const drop: Ring[] = [
    [1.95, 0, 0, 0.001, 0.001],
    [2.16, 0, 0, 0.5, 0.5],
    [2.24, 0, 0, 0.35, 0.35],
    [2.27, 0, 0, 0.001, 0.001],
  ];
  loft(growing, drop, 8, [0, 0, 0, 0]);
  return fill(new BufferGeometry(), growing);
}

/**
 * How a vertex of the figure comes to where it is, as shader text: `pose(point, normal)` turns both.
 *
 *   where  x, y, height of the floor, heading      gait  phase of the stride, how much of it, width and height over those drawn
 */
export const POSE = /* glsl */ `
attribute vec4 limb;
attribute vec4 where;
attribute vec4 gait;

void turnLimb(inout vec3 point, inout vec3 direction, float height, float angle) {
  float c = cos(angle);
  float s = sin(angle);
  point.z -= height;
  point = vec3(point.x * c - point.z * s, point.y, point.x * s + point.z * c + height);
  direction = vec3(direction.x * c - direction.z * s, direction.y, direction.x * s + direction.z * c);
}

void pose(inout vec3 point, inout vec3 direction) {
  float ahead = limb.y * sin(gait.x);
  float lifted = max(0.0, limb.y * cos(gait.x));
  if (limb.x > 0.5 && limb.x < 1.5) {
    if (limb.z > 0.5) turnLimb(point, direction, ${KNEE.toFixed(3)}, -gait.y * (0.12 + 0.95 * lifted * lifted));
    turnLimb(point, direction, ${HIP.toFixed(3)}, gait.y * (${SWING.toFixed(3)} * ahead + 0.12 * lifted));
  } else if (limb.x > 1.5) {
    if (limb.z > 0.5) turnLimb(point, direction, ${ELBOW.toFixed(3)}, 0.12 + gait.y * (0.28 - 0.22 * ahead));
    turnLimb(point, direction, ${SHOULDER.toFixed(3)}, -0.46 * gait.y * ahead);
  }
  // The hips come down as the legs spread; whoever walks leans forward a little.
  point.z -= ${(HIP - 0.04).toFixed(3)} * (1.0 - cos(${SWING.toFixed(3)} * gait.y * sin(gait.x)));
  if (limb.x < 0.5 || limb.x > 1.5) point.x += 0.05 * gait.y * (point.z - ${HIP.toFixed(3)});
  point *= vec3(gait.z, gait.z, gait.w);
  direction /= vec3(gait.z, gait.z, gait.w);
  float c = cos(where.w);
  float s = sin(where.w);
  point = vec3(point.x * c - point.y * s + where.x, point.x * s + point.y * c + where.y, point.z + where.z);
  direction = normalize(vec3(direction.x * c - direction.y * s, direction.x * s + direction.y * c, direction.z));
}
`;

/**
 * The colour of a vertex, as shader text: clothes as told, the rest by a number from 0 to 1 that is each person's own.
 *
 *   tint  red, green, blue of the clothes; a number of its own below one half, and one half more if it is chosen
 */
export const PAINT = /* glsl */ `
attribute vec4 tint;
varying vec3 vPaint;

vec3 paintOf() {
  float isChosen = step(0.5, tint.w);
  float own = (tint.w - 0.5019 * isChosen) * 2.0;
  float other = fract(own * 7.31);
  float third = fract(own * 17.17);
  vec3 cloth = pow(tint.rgb, vec3(2.2));
  vec3 colour = cloth;
  if (limb.w > 0.5 && limb.w < 1.5) colour = mix(vec3(0.72, 0.46, 0.33), vec3(0.16, 0.075, 0.04), own * own);
  else if (limb.w < 2.5 && limb.w > 1.5) {
    colour = other < 0.4 ? vec3(0.03, 0.045, 0.085) : other < 0.7 ? vec3(0.045, 0.045, 0.05) : vec3(0.13, 0.105, 0.075);
    colour *= 0.75 + 0.5 * third;
  } else if (limb.w > 2.5 && limb.w < 3.5) {
    colour = third < 0.45 ? vec3(0.018, 0.013, 0.01) : third < 0.8 ? vec3(0.09, 0.045, 0.02) : third < 0.92 ? vec3(0.38, 0.24, 0.09) : vec3(0.3);
  } else if (limb.w > 3.5) colour = vec3(0.02);
  return mix(colour, min(vec3(1.0), 1.5 * colour + 0.12), isChosen);
}
`;

/** In the fragment shader: which pixels of somebody who fades are left out, in an even pattern of four by four. */
export const FADE = /* glsl */ `
varying float vFade;

bool isFaded() {
  vec2 at = mod(floor(gl_FragCoord.xy), 4.0);
  vec2 low = mod(at, 2.0);
  vec2 high = floor(at / 2.0);
  // Bayer's order of two by two, twice.
  float order = 4.0 * (2.0 * low.x + 3.0 * low.y - 4.0 * low.x * low.y) + 2.0 * high.x + 3.0 * high.y - 4.0 * high.x * high.y;
  return vFade * 16.0 < order + 0.5;
}
`;
