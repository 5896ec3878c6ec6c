/**
 * Scene (run/history.ts) → people, as instances of one figure (figure.ts): a draw call for all of them, one for their shadows, one for the
 * mark of who is chosen. In plan coordinates, z up.
 *
 * What a moment does not say is kept by serial from one picture to the next: headings that turn gradually, and where in its stride
 * somebody is. Strides are as long as the speed asks for, so the phase is summed up over the metres walked, backwards, too. Where time
 * jumps, headings are those of the moment. Where a map on the floor has the colours, people fade as they get dense, so that the map is seen
 * between them: of each only some pixels are drawn, which needs no order among them. Nothing is allocated in a picture once there is room for everybody.
 */
import {
  DynamicDrawUsage,
  GreaterDepth,
  Group,
  InstancedBufferAttribute,
  type InstancedBufferGeometry,
  Mesh,
  MeshBasicMaterial,
  MeshDepthMaterial,
  MeshLambertMaterial,
  type Object3D,
  Vector3,
} from 'three';
import type { Scene } from '../run/history.ts';
import { MOMENT, type Person, VX, VY, WAITED, WALKED, X, Y, Z } from '../protocol/moment.ts';
import {
  bytesOf,
  FAST,
  LONG_WAIT,
  NEUTRAL,
  NEUTRAL_COLOURS,
  NEUTRAL_ON_DARK,
  SERVICE_COLOURS,
  serviceLevel,
  SHADES,
  SPEED_RAMP,
  tableOf,
  WAITING_RAMP,
} from './colours.ts';
import { KINDS } from '@foulee/formats';
import { createCrowding, measureCrowding } from './crowding.ts';
import type { CrowdWalls } from './crowd-walls.ts';
import {
  createDisc,
  createFigure,
  createMark,
  createPlainFigure,
  DRAWN_RADIUS,
  FADE,
  MARK_RADIUS,
  PAINT,
  POSE,
  STRIDE,
} from './figure.ts';

/** How people are looked at. */
interface Look {
  /** The one who is chosen is not drawn: one looks through its eyes. */
  hidesSelected?: boolean;
  /**
   * In the middle of the picture: where it is low, one does not see arms and legs; where it is lower, people are drawn larger than they
   * are, to be seen at all.
   */
  pixelsPerMetre?: number;
  /** Metres: who stands higher is not drawn. */
  highest?: number;
  /** Straight down: people are discs, unless they are large. */
  isFromAbove?: boolean;
  /** Asked for where people are coloured by density, or fade. */
  walls?: () => CrowdWalls | undefined;
}

export interface People {
  root: Object3D;
  show: (
    scene: Scene,
    people: ReadonlyMap<number, Person>,
    colouring: string,
    selected: number | undefined,
    look?: Look,
  ) => void;
  /** Let the mark of who is chosen be seen from any distance. @param metresPerPixel of something at a place, in three.js's coordinates */
  fitMark: (metresPerPixel: (at: Vector3) => number) => void;
  /** Serials are of other people from now on. */
  forget: () => void;
  /** Radians, of somebody who was shown. */
  headingOf: (serial: number) => number;
  dispose: () => void;
}

/** From so many people on, figures are plain and throw no shadow. */
export const MANY = 20_000;

/** Pixels a metre: below, figures are plain. Pixels: the least somebody is wide, if it need not be so many times itself. */
const SMALL = 7;
const LEAST_SEEN = 2.8;
const MOST_ENLARGED = 8;
/** Pixels a metre: in a plan, people are discs below. Pixels: the least those are wide, and half the mark of who is chosen. */
export const LARGE = 70;
const LEAST_DISC = 4;
const LEAST_MARK = 7;

/** Metres per second: who is slower keeps its heading; who walks at this speed strides as the figure was drawn. */
const SLOW = 0.08;
const USUAL = 1.34;
/** Simulated seconds after which time has jumped, and those in which a turn is two thirds done. */
const JUMP = 0.6;
const TURNING = 0.22;
/** Metres walked between two pictures that are not summed up any more. */
const LEAP = 1.5;
/** Height varies by as much. */
const VARIES = 0.06;
/** Radius of those nobody has introduced yet. */
const UNKNOWN_RADIUS = 0.2;

/** People per m² about somebody from which on it fades before a map, and at which it has faded to this share of its pixels. */
const FADES_FROM = 1;
const FADED_AT = 3;
const FADED = 0.25;

/** 1: all of it is drawn. */
export function fadeAt(density: number): number {
  const share = Math.min(1, Math.max(0, (density - FADES_FROM) / (FADED_AT - FADES_FROM)));
  return 1 - share * (1 - FADED);
}

const FULL_TURN = 2 * Math.PI;
const AS_IT_IS: Look = {};

/** Kept by serial. */
interface Gaits {
  heading: Float32Array;
  phase: Float32Array;
  swing: Float32Array;
  walked: Float32Array;
  /** A number from 0 to 1 of one's own. */
  own: Float32Array;
  /** Has somebody introduced it? */
  isKnown: Uint8Array;
  /** Metres. */
  radius: Float32Array;
  /** What it is coloured by. */
  profile: Int32Array;
  itinerary: Int32Array;
  /** The picture it was last in. */
  seen: Int32Array;
}

const gaitsFor = (count: number): Gaits => ({
  heading: new Float32Array(count),
  phase: new Float32Array(count),
  swing: new Float32Array(count),
  walked: new Float32Array(count),
  own: new Float32Array(count),
  isKnown: new Uint8Array(count),
  radius: new Float32Array(count).fill(UNKNOWN_RADIUS),
  profile: new Int32Array(count),
  itinerary: new Int32Array(count),
  seen: new Int32Array(count),
});

/** A number from 0 to 1 of one's own: the same in every run. */
function ownNumber(serial: number): number {
  let h = Math.imul(serial + 1, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  return ((h ^ (h >>> 13)) >>> 0) / 2 ** 32;
}

export function createPeople(): People {
  const figure = createFigure();
  const plain = createPlainFigure();
  const disc = createDisc();
  const material = new MeshLambertMaterial();
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', `#include <common>\n${POSE}\n${PAINT}\nattribute float fade;\nvarying float vFade;`)
      .replace(
        '#include <beginnormal_vertex>',
        'vec3 objectNormal = normal;\nvec3 posed = position;\npose(posed, objectNormal);\nvPaint = paintOf();\nvFade = fade;',
      )
      .replace('#include <begin_vertex>', 'vec3 transformed = posed;');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', `#include <common>\nvarying vec3 vPaint;\n${FADE}`)
      .replace('#include <color_fragment>', 'if (isFaded()) discard;\ndiffuseColor.rgb *= vPaint;');
  };
  const shade = new MeshDepthMaterial();
  shade.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', `#include <common>\n${POSE}`)
      .replace(
        '#include <begin_vertex>',
        'vec3 transformed = position;\nvec3 unused = normal;\npose(transformed, unused);',
      );
  };
  const mesh = new Mesh<InstancedBufferGeometry>(figure, material);
  mesh.customDepthMaterial = shade;
  mesh.frustumCulled = false;
  mesh.receiveShadow = true;
  const markGeometry = createMark();
  const markMaterial = new MeshBasicMaterial({ color: '#ff2fa0' });
  // What hides it, it shines through.
  const throughMaterial = new MeshBasicMaterial({
    color: '#ff2fa0',
    transparent: true,
    opacity: 0.4,
    depthFunc: GreaterDepth,
    depthWrite: false,
  });
  const mark = new Group();
  const through = new Mesh(markGeometry, throughMaterial);
  // After floors, which are seen through, too.
  through.renderOrder = 2;
  mark.add(new Mesh(markGeometry, markMaterial), through);
  mark.visible = false;
  const root = new Group();
  root.add(mesh, mark);
  /** Of who is chosen: as large as it is drawn. */
  let markRadius = 1;
  let markTall = 1;
  const markAt = new Vector3();

  let capacity = 0;
  let where!: InstancedBufferAttribute;
  let gait!: InstancedBufferAttribute;
  let tint!: InstancedBufferAttribute;
  let fade!: InstancedBufferAttribute;
  let gaits = gaitsFor(1024);
  let picture = 0;
  let timeBefore = Number.NaN;
  const crowding = createCrowding();
  const speedTable = tableOf(SPEED_RAMP);
  const waitingTable = tableOf(WAITING_RAMP);
  const serviceTable = bytesOf(SERVICE_COLOURS);
  const kindTable = bytesOf(KINDS);
  const neutralTable = bytesOf(NEUTRAL_COLOURS);

  function makeRoom(count: number): void {
    capacity = Math.max(1024, capacity);
    while (capacity < count) capacity *= 2;
    where = new InstancedBufferAttribute(new Float32Array(4 * capacity), 4);
    gait = new InstancedBufferAttribute(new Float32Array(4 * capacity), 4);
    tint = new InstancedBufferAttribute(new Uint8Array(4 * capacity), 4, true);
    fade = new InstancedBufferAttribute(new Uint8Array(capacity).fill(255), 1, true);
    for (const attribute of [where, gait, tint, fade]) attribute.setUsage(DynamicDrawUsage);
    for (const geometry of [figure, plain, disc]) {
      // Forgets the buffers of the attributes it had.
      geometry.dispose();
      geometry.setAttribute('where', where);
      geometry.setAttribute('gait', gait);
      geometry.setAttribute('tint', tint);
      geometry.setAttribute('fade', fade);
    }
  }

  function makeRoomForSerial(serial: number): void {
    let length = gaits.seen.length;
    while (length <= serial) length *= 2;
    const longer = gaitsFor(length);
    for (const name of Object.keys(gaits) as (keyof Gaits)[]) longer[name].set(gaits[name]);
    gaits = longer;
  }

  /** Once for each: asking a map for everybody in every picture would take longer than all the rest. */
  function introduce(serial: number, people: ReadonlyMap<number, Person>): void {
    const person = people.get(serial);
    if (person === undefined) return;
    gaits.isKnown[serial] = 1;
    gaits.radius[serial] = person.radius;
    gaits.profile[serial] = person.profile;
    gaits.itinerary[serial] = person.itinerary;
  }

  makeRoom(1024);

  return {
    root,
    show: (scene, people, colouring, selected, look = AS_IT_IS) => {
      const { hidesSelected = false, pixelsPerMetre = Infinity, isFromAbove = false, highest = Infinity } = look;
      const { count, serial: serials, numbers } = scene;
      if (count > capacity) makeRoom(count);
      // Serials ascend.
      if (count > 0 && serials[count - 1] >= gaits.seen.length) makeRoomForSerial(serials[count - 1]);
      const { heading, phase, swing, walked, own: owns, radius: radii, isKnown, profile, itinerary, seen } = gaits;
      const passed = scene.time - timeBefore;
      const isSmooth = passed >= 0 && passed <= JUMP;
      const turned = isSmooth ? 1 - Math.exp(-passed / TURNING) : 1;
      timeBefore = scene.time;
      picture++;
      const isBeforeMap = colouring === NEUTRAL || colouring === NEUTRAL_ON_DARK;
      if (colouring === 'density' || isBeforeMap) measureCrowding(crowding, scene, look.walls?.());
      const wheres = where.array;
      const steps = gait.array;
      const tints = tint.array;
      const fades = fade.array;
      mark.visible = false;
      const isMany = count > MANY;
      const isDisc = isFromAbove && pixelsPerMetre < LARGE;
      const least = isDisc ? LEAST_DISC : LEAST_SEEN;
      const enlarged = Math.min(MOST_ENLARGED, Math.max(1, least / (2 * DRAWN_RADIUS * pixelsPerMetre)));
      const raised = Math.sqrt(enlarged);
      const isPlain = isDisc || isMany || pixelsPerMetre < SMALL;
      let drawn = 0;
      for (let i = 0; i < count; i++) {
        const at = MOMENT * i;
        const serial = serials[i];
        const vx = numbers[at + VX];
        const vy = numbers[at + VY];
        const speed = Math.sqrt(vx * vx + vy * vy);
        if (seen[serial] === 0) owns[serial] = ownNumber(serial);
        const own = owns[serial];
        if (isKnown[serial] === 0) introduce(serial, people);
        const isNew = seen[serial] !== picture - 1;
        const tall = 1 + VARIES * (2 * own - 1);

        // Heading.
        if (speed > SLOW) {
          const towards = Math.atan2(vy, vx);
          let turn = towards - heading[serial];
          if (turn > Math.PI || turn < -Math.PI) turn -= FULL_TURN * Math.round(turn / FULL_TURN);
          heading[serial] = heading[serial] + (isNew ? turn : turn * turned);
        } else if (seen[serial] === 0) heading[serial] = speed > 0 ? Math.atan2(vy, vx) : FULL_TURN * own;

        // Stride: steps get longer with the root of the speed, and the more so the rarer one stands. Plain figures have none.
        if (!isPlain) {
          const share = Math.min(1.12, Math.sqrt(speed / USUAL));
          const wanted = speed <= 0.03 ? 0 : share * Math.min(1, (speed - 0.03) / 0.15);
          swing[serial] = swing[serial] + (wanted - swing[serial]) * (isNew ? 1 : turned);
          const metres = numbers[at + WALKED];
          const further = metres - walked[serial];
          const cycle = FULL_TURN / (STRIDE * tall);
          // Not as one expression: its value would be a new object for each person.
          if (isNew || further > LEAP || further < -LEAP) phase[serial] = metres * cycle + FULL_TURN * own;
          else phase[serial] = phase[serial] + (further * cycle) / Math.max(0.3, share);
          phase[serial] = phase[serial] - FULL_TURN * Math.floor(phase[serial] / FULL_TURN);
          walked[serial] = metres;
        }
        seen[serial] = picture;

        if (numbers[at + Z] > highest) continue;
        const isChosen = serial === selected;
        const radius = radii[serial] * enlarged;
        if (isChosen && !hidesSelected) {
          mark.visible = true;
          mark.position.set(numbers[at + X], numbers[at + Y], numbers[at + Z]);
          markRadius = radius;
          markTall = tall * raised;
        }
        if (isChosen && hidesSelected) continue;
        fades[drawn] = isBeforeMap && !isChosen ? Math.round(255 * fadeAt(crowding.density[i])) : 255;
        const to = 4 * drawn++;
        wheres[to] = numbers[at + X];
        wheres[to + 1] = numbers[at + Y];
        wheres[to + 2] = numbers[at + Z];
        wheres[to + 3] = heading[serial];
        steps[to] = phase[serial];
        steps[to + 1] = swing[serial];
        steps[to + 2] = radius / DRAWN_RADIUS;
        steps[to + 3] = tall * raised;

        let table = speedTable;
        let entry = 0;
        if (colouring === 'density') {
          table = serviceTable;
          entry = serviceLevel(crowding.density[i]);
        } else if (colouring === 'destination' || colouring === 'profile') {
          table = kindTable;
          entry = (colouring === 'profile' ? profile[serial] : itinerary[serial]) % KINDS.length;
        } else if (colouring === 'waiting') {
          table = waitingTable;
          entry = Math.min(SHADES - 1, Math.round((numbers[at + WAITED] / LONG_WAIT) * (SHADES - 1)));
        } else if (isBeforeMap) {
          table = neutralTable;
          entry = colouring === NEUTRAL ? 0 : 1;
        } else entry = Math.min(SHADES - 1, Math.round((speed / FAST) * (SHADES - 1)));
        tints[to] = table[3 * entry];
        tints[to + 1] = table[3 * entry + 1];
        tints[to + 2] = table[3 * entry + 2];
        tints[to + 3] = Math.floor(own * 127) + (isChosen ? 128 : 0);
      }
      mesh.geometry = isDisc ? disc : isPlain ? plain : figure;
      mesh.castShadow = !isMany && !isDisc;
      mesh.visible = drawn > 0;
      mesh.geometry.instanceCount = drawn;
      for (let k = 0; k < 4; k++) {
        const attribute = k === 0 ? where : k === 1 ? gait : k === 2 ? tint : fade;
        attribute.clearUpdateRanges();
        attribute.addUpdateRange(0, attribute.itemSize * drawn);
        attribute.needsUpdate = true;
      }
    },
    fitMark: (metresPerPixel) => {
      if (!mark.visible) return;
      const least = LEAST_MARK * metresPerPixel(root.localToWorld(markAt.copy(mark.position)));
      const larger = Math.max(1, least / (MARK_RADIUS * markRadius));
      // It rises above heads as it grows, but less.
      mark.scale.set(markRadius * larger, markRadius * larger, markTall * Math.sqrt(larger));
    },
    forget: () => {
      gaits.isKnown.fill(0);
      gaits.radius.fill(UNKNOWN_RADIUS);
      gaits.profile.fill(0);
      gaits.itinerary.fill(0);
    },
    headingOf: (serial) => gaits.heading[serial],
    dispose: () => {
      figure.dispose();
      plain.dispose();
      disc.dispose();
      markGeometry.dispose();
      for (const one of [material, shade, markMaterial, throughMaterial]) one.dispose();
    },
  };
}
