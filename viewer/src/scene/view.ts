/**
 * The scene on a canvas: the place, the people, light, and cameras. Everything hangs in a group that is turned once, so that it is all in
 * plan coordinates: x right, y up the plan, z height (three.js has y for height).
 */
import CameraControls from 'camera-controls';
import * as THREE from 'three';
import type { Scene } from '../run/history.ts';
import { MOMENT, type Person, X, Y, Z } from '../protocol/moment.ts';
import type { Seen } from '../protocol/overlay.ts';
import type { Place } from '../protocol/place.ts';
import type { Colours } from './colours.ts';
import { standToFit } from './fit.ts';
import { isOnFloor } from './floor.ts';
import { createFloorPictures } from './floor-pictures.ts';
import type { FloorPicture } from '../protocol/floor-picture.ts';
import { createLight } from './light.ts';
import { closeDoors, type CrowdWalls, crowdWallsOf } from './crowd-walls.ts';
import { createPeople, LARGE } from './people.ts';
import { createPlaceMesh, createPlacePaint, type PlaceMesh } from './place-mesh.ts';
import { mostLevelAngle, roamOf, scaledAbout } from './roam.ts';
import { createSketchLayer, type SketchLayer } from './sketch.ts';
import type { Sketch } from '../protocol/sketch.ts';

CameraControls.install({ THREE });

type CameraName = 'plan' | 'orbit' | 'follow' | 'eyes';

/** A place under the pointer: metres from the origin, and the level whose floor it is on. */
export interface Picked {
  x: number;
  y: number;
  level: number;
  /** Metres that a pixel of the screen takes there. */
  pixel: number;
}

type Bounds = readonly [left: number, bottom: number, right: number, top: number, height: number];

export interface View {
  setPlace: (place: Place) => void;
  /** Names of the doors that are closed in what is shown: nobody counts as near somebody behind one. */
  setClosedDoors: (closed: ReadonlySet<string>) => void;
  setColours: (colours: Colours) => void;
  /** Is it a town? Then what is solid is as high as houses, but in plan and for who is followed. */
  setTown: (isTown: boolean) => void;
  setCamera: (name: CameraName) => void;
  /** Show nothing above a height; Infinity: all. */
  setTop: (height: number) => void;
  /** All of the place into the picture, or what lies within these bounds: left, bottom, right, top, and height; also when it is resized. */
  frame: (animated: boolean, of?: Bounds) => void;
  /** Metres that a pixel takes in the middle of the picture. */
  pixel: () => number;
  flyTo: (x: number, y: number, z: number) => void;
  /** By keys: pixels to the right and up the picture. */
  moveBy: (right: number, up: number) => void;
  /** By keys, but not in plan: radians around what is in the middle, and down to it. */
  turnBy: (around: number, down: number) => void;
  /** By keys: so many times nearer; below 1 away. */
  zoomBy: (times: number) => void;
  resize: (width: number, height: number, ratio: number) => void;
  /**
   * For a video: from now on pictures have so many pixels and show at least what is seen now, however large the canvas is on the page. The
   * pointer does not move the camera meanwhile, and who is followed is in the middle at once.
   * @returns what ends it
   */
  film: (width: number, height: number) => () => void;
  /** @returns false if nothing has changed and nothing was drawn */
  draw: (
    scene: Scene,
    people: ReadonlyMap<number, Person>,
    colouring: string,
    selected: number | undefined,
    seconds: number,
  ) => boolean;
  /** Draw in any case: what is shown is of another run. */
  touch: () => void;
  /** @param x, y pixels from the canvas's upper left corner */
  pick: (x: number, y: number) => Picked | undefined;
  /** What is seen of the floor; undefined: up to the horizon. */
  seen: () => Seen | undefined;
  /** Where something is on the canvas, pixels; not numbers if it is behind the camera. */
  project: (x: number, y: number, z: number) => [number, number];
  walkerAt: (x: number, y: number, scene: Scene) => number | undefined;
  info: () => { calls: number; triangles: number };
  /** What lies on the floor, by layer; an empty list takes the layer away. */
  setSketches: (layer: string, sketches: readonly Sketch[]) => void;
  /** Density maps and the like. */
  setPictures: (pictures: readonly FloorPicture[]) => void;
  /** Does the left button draw? Then it does not move the camera. */
  setDrawing: (draws: boolean) => void;
  dispose: () => void;
}

/** Metres: height of eyes, and within which of a click a walker is meant; or pixels. */
const EYES = 1.6;
const CLICKED = 0.7;
const CLICKED_PIXELS = 6;
/** Degrees from the picture's lower edge to its upper one. */
const FIELD = 40;
/** Pixels a metre from which on people look the same however near one is (people.ts). */
const FROM_NEAR = 10;
/** Seconds in which a camera is about where it was sent, and where it is dragged. */
const COMES_IN = 0.15;
const DRAGGED_IN = 0.125;
/** Seconds in which nothing moves: what was set takes effect. */
const AT_ONCE = 1e-3;
/** Metres below a ceiling from which on somebody is not seen, rather than without its head. */
const BODY_HEIGHT = 1.8;
/** Share of the larger side of a place by which one of its sides moves, if it is framed anew. */
const OTHER_SIZE = 0.25;
/** Metres around the floor that outer walls take. */
const OUTER = 0.3;
/** Pixels around what is framed, and those below for the legend. */
const AROUND = 24;
export const LEGEND_ROOM = 54;
/** A notch of the wheel has some 100 pixels; as many times nearer that 30 of them come. */
const WHEEL = 1 / 0.95;
const WHEEL_PIXELS = 30;
/** Metres: how near one comes, and who is followed is; how flat one looks at it, radians from straight down. */
const NEAREST = 1.5;
const FOLLOWED_FROM = 11;
const FOLLOWED_AT: readonly [number, number] = [0.8, 1.15];
/** As far away as this many times all of the place needs; and as near in a plan, pixels a metre. */
const FARTHEST = 3;
const LARGEST = 500;
/** Metres from which on things fade into the sky, and where they are gone: for eyes, and in distances of the target. */
const HAZE_OF_EYES: readonly [number, number] = [40, 320];
const HAZE: readonly [number, number] = [3, 9];

/** Has the place grown or shrunk so much that it has to be looked for? As when its file is read in other units, or with other layers. */
function isOfOtherSize({ bounds: a }: Place, { bounds: b }: Place): boolean {
  const [wide, high] = [a[2] - a[0], a[3] - a[1]];
  const moved = Math.max(...a.map((side, k) => Math.abs(side - b[k])));
  return moved > OTHER_SIZE * Math.max(wide, high);
}

/** undefined: there is no WebGL 2. */
export function createView(canvas: HTMLCanvasElement, colours: Colours): View | undefined {
  // Where there is none three.js throws, as for any error.
  const context = canvas.getContext('webgl2', { antialias: true, preserveDrawingBuffer: true });
  if (context === null) return undefined;
  const renderer = new THREE.WebGLRenderer({ canvas, context });
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.type = THREE.PCFShadowMap;
  const world = new THREE.Scene();
  const root = new THREE.Group();
  root.rotation.x = -Math.PI / 2;
  const overlays = new THREE.Group();
  const people = createPeople();
  const pictures = createFloorPictures();
  root.add(people.root, pictures.root, overlays);
  world.add(root);
  const light = createLight(colours);
  world.add(light.root);

  const perspective = new THREE.PerspectiveCamera(FIELD, 1, 0.1, 5000);
  const flat = new THREE.OrthographicCamera(-1, 1, 1, -1, 0.1, 5000);
  const orbit = new CameraControls(perspective, canvas);
  const plan = new CameraControls(flat, canvas);
  orbit.minDistance = NEAREST;
  plan.maxZoom = LARGEST;
  plan.dollyToCursor = true;
  // Who asked for little motion is where it is sent at once; all else that moves on the page is people.
  const isStill = matchMedia('(prefers-reduced-motion: reduce)');
  const setHaste = (): void => {
    for (const controls of [orbit, plan]) {
      controls.smoothTime = isStill.matches ? 0 : COMES_IN;
      controls.draggingSmoothTime = isStill.matches ? 0 : DRAGGED_IN;
    }
  };
  setHaste();
  isStill.addEventListener('change', setHaste);
  const { ACTION } = CameraControls;
  // Along the floor, not up and down; the wheel is for comeNearer.
  orbit.mouseButtons.right = ACTION.SCREEN_PAN;
  orbit.mouseButtons.wheel = ACTION.NONE;
  orbit.touches.two = ACTION.TOUCH_DOLLY_SCREEN_PAN as typeof ACTION.TOUCH_DOLLY_TRUCK;
  orbit.touches.three = ACTION.TOUCH_SCREEN_PAN;
  plan.mouseButtons.left = ACTION.TRUCK;
  plan.touches.one = ACTION.TOUCH_TRUCK;
  plan.touches.two = ACTION.TOUCH_ZOOM_TRUCK;
  // So that the floor stays under the finger: without perspective twice that is too much.
  plan.truckSpeed = 1;
  plan.minPolarAngle = plan.maxPolarAngle = 0;

  const layers = new Map<string, SketchLayer>();
  let place: Place | undefined;
  /** Made when people are first coloured by density in this place. */
  let walls: CrowdWalls | undefined;
  let closedDoors: ReadonlySet<string> = new Set();
  const crowdWalls = (): CrowdWalls | undefined => {
    if (walls !== undefined || place === undefined) return walls;
    walls = crowdWallsOf(place);
    closeDoors(walls, closedDoors);
    return walls;
  };
  const placePaint = createPlacePaint();
  let placeMesh: PlaceMesh | undefined;
  let camera: CameraName = 'orbit';
  let isTown = false;
  /** What the cameras see, in pixels of the page; and as the page has it, with pixels of the canvas for each. */
  let size: [number, number] = [1, 1];
  let screen: [number, number, number] = [1, 1, 1];
  let filmed: [number, number] | undefined;
  const ray = new THREE.Raycaster();
  const pointer = new THREE.Vector2();
  const point = new THREE.Vector3();
  const ground = new THREE.Plane(new THREE.Vector3(0, 1, 0));
  const sphere = new THREE.Spherical();
  /** What is above is not seen. */
  const ceiling = new THREE.Plane();
  let top = Infinity;
  const haze = new THREE.Fog(colours.sky);
  world.fog = haze;
  const pictureHeight = { value: 1 };
  let paint = colours;
  /** What the cameras were asked to frame, until somebody moves them. */
  let planFramed: { of: Bounds | undefined } | undefined;
  let orbitFramed: { of: Bounds | undefined } | undefined;
  /** Is who is followed to be approached? */
  let comesNear = false;
  plan.addEventListener('control', () => {
    planFramed = undefined;
  });
  orbit.addEventListener('control', () => {
    orbitFramed = undefined;
  });

  const eye = () => (camera === 'plan' ? flat : perspective);

  function setColours(now: Colours): void {
    paint = now;
    const around = new THREE.Color(camera === 'plan' ? now.background : now.sky);
    world.background = around;
    haze.color = around;
    placePaint.set(now);
    light.paint(now);
  }

  function aim(): void {
    plan.enabled = camera === 'plan' && filmed === undefined;
    orbit.enabled = (camera === 'orbit' || camera === 'follow') && filmed === undefined;
  }

  /** To the page, or to a video: then all that the page would show is in it, and more where its shape differs. */
  function fitCameras(): void {
    const [wide, high, ratio] = screen;
    const scale = filmed === undefined ? 1 : Math.min(filmed[0] / wide, filmed[1] / high);
    const [width, height] = filmed ?? [wide, high];
    size = [width / scale, height / scale];
    pictureHeight.value = size[1];
    renderer.setPixelRatio(filmed === undefined ? ratio : 1);
    renderer.setSize(width, height, false);
    perspective.aspect = width / height;
    const half = Math.tan((FIELD * Math.PI) / 360) * (size[1] / high);
    perspective.fov = (360 / Math.PI) * Math.atan(half);
    perspective.updateProjectionMatrix();
    flat.left = -size[0] / 2;
    flat.right = size[0] / 2;
    flat.top = size[1] / 2;
    flat.bottom = -size[1] / 2;
    flat.updateProjectionMatrix();
  }

  /** How the cameras see all of a place, or what is within bounds, above the legend. */
  function fitting(here: Place, of: Bounds | undefined) {
    const [left, bottom, right, top] = of ?? here.bounds;
    const low = of?.[4] ?? Math.min(...here.levels.map(({ elevation }) => elevation));
    const high = (of?.[4] ?? Math.max(...here.levels.map(({ elevation }) => elevation))) + 2;
    const middle = new THREE.Vector3((left + right) / 2, low, -(bottom + top) / 2);
    const [wide, tall] = size;
    const room = Math.max(0.5 * tall, tall - LEGEND_ROOM);
    const inside = (pixels: number) => Math.max(0.5 * pixels, pixels - 2 * AROUND);
    const zoom = Math.min(inside(wide) / (right - left + 2 * OUTER), inside(room) / (top - bottom + 2 * OUTER));

    const towards = new THREE.Vector3(-0.22, 0.8, 0.75).normalize();
    const across = new THREE.Vector3(0, 1, 0).cross(towards).normalize();
    const upwards = towards.clone().cross(across);
    const half = Math.tan((perspective.fov * Math.PI) / 360);
    const reach = (pixels: number) => (half * Math.max(0.25 * tall, pixels - AROUND)) / (tall / 2);
    const corners = [left - OUTER, right + OUTER].flatMap((x) =>
      [bottom - OUTER, top + OUTER].flatMap((y) => [low, high].map((z) => new THREE.Vector3(x, z, -y))),
    );
    const seen = corners.flatMap((corner) => [across, upwards, towards].map((axis) => axis.dot(corner)));
    const [r, u, n] = standToFit(seen, {
      left: reach(wide / 2),
      right: reach(wide / 2),
      above: reach(tall / 2),
      below: reach(room - tall / 2),
    });
    const camera = new THREE.Vector3()
      .addScaledVector(across, r)
      .addScaledVector(upwards, u)
      .addScaledVector(towards, n);
    // Turned about what is seen of the floor in the middle of the picture.
    const away = (camera.y - low) / towards.y;
    return {
      target: camera.addScaledVector(towards, -away),
      towards,
      far: Math.max(6, away),
      centre: middle.clone().setZ(middle.z + (0.5 * (tall - room)) / zoom),
      zoom,
      height: high + Math.max(right - left, top - bottom, 4),
    };
  }

  function frameOrbit(animated: boolean, of: Bounds | undefined): void {
    if (place === undefined) return;
    const { target, towards, far } = fitting(place, of);
    point.copy(target).addScaledVector(towards, far);
    orbit.setLookAt(point.x, point.y, point.z, target.x, target.y, target.z, animated);
    orbitFramed = { of };
  }

  function framePlan(animated: boolean, of: Bounds | undefined): void {
    if (place === undefined) return;
    const { centre, zoom, height } = fitting(place, of);
    plan.setLookAt(centre.x, height, centre.z, centre.x, centre.y, centre.z, animated);
    plan.zoomTo(zoom, animated);
    planFramed = { of };
  }

  function frame(animated: boolean, of?: Bounds): void {
    frameOrbit(animated, of);
    framePlan(animated, of);
  }

  /** How far the cameras may go in this place and in a picture of this size. */
  function holdCameras(): void {
    if (place === undefined) return;
    const { far, zoom } = fitting(place, undefined);
    const roam = roamOf(place);
    orbit.maxDistance = FARTHEST * far;
    plan.minZoom = Math.min(LARGEST, zoom) / FARTHEST;
    perspective.far = Math.max(5000, 2 * FARTHEST * far);
    perspective.updateProjectionMatrix();
    orbit.setBoundary(roam);
    plan.setBoundary(roam);
  }

  /** Half a metre above the floor also when one comes nearer. */
  function keepAbove(): void {
    orbit.getSpherical(sphere);
    orbit.maxPolarAngle = mostLevelAngle(sphere.radius);
    if (sphere.phi > orbit.maxPolarAngle) orbit.rotatePolarTo(orbit.maxPolarAngle, true);
  }

  /** The floor under the pointer stays there; who is followed stays in the middle. */
  function comeNearer(event: WheelEvent): void {
    if (!orbit.enabled) return;
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_LINE || event.ctrlKey ? 10 * event.deltaY : event.deltaY;
    const before = orbit.getSpherical(sphere).radius;
    const after = THREE.MathUtils.clamp(before * WHEEL ** (pixels / WHEEL_PIXELS), NEAREST, orbit.maxDistance);
    orbit.getTarget(point);
    const target = point.clone();
    const at = camera === 'follow' ? undefined : pick(event.offsetX, event.offsetY);
    if (at !== undefined && place !== undefined) {
      const about = new THREE.Vector3(at.x, place.levels[at.level].elevation, -at.y);
      // Near the horizon the floor is far away.
      roamOf(place).clampPoint(about, about);
      target.copy(scaledAbout(target, about, after / before));
    }
    orbit.moveTo(target.x, target.y, target.z, true);
    orbit.dollyTo(after, true);
    orbitFramed = undefined;
  }
  canvas.addEventListener('wheel', comeNearer, { passive: false });

  /** Things fade away where one looks along the floor. */
  function setHaze(): void {
    if (camera === 'plan') [haze.near, haze.far] = [1e8, 1e9];
    else if (camera === 'eyes') [haze.near, haze.far] = HAZE_OF_EYES;
    else {
      const away = Math.max(30, orbit.distance);
      [haze.near, haze.far] = [HAZE[0] * away, HAZE[1] * away];
    }
  }

  /** In the middle of the picture. */
  function pixelsPerMetre(): number {
    if (camera === 'plan') return flat.zoom;
    if (camera === 'eyes') return Infinity;
    return size[1] / (2 * Math.tan((perspective.fov * Math.PI) / 360) * Math.max(orbit.distance, 0.1));
  }

  /** What a pixel takes of something that faces the eye there. */
  function metresPerPixel(at: THREE.Vector3): number {
    if (camera === 'plan') return 1 / flat.zoom;
    return (2 * Math.tan((perspective.fov * Math.PI) / 360) * at.distanceTo(perspective.position)) / size[1];
  }

  /** Shadows where one looks: as far as the picture reaches around its middle. */
  function shineOnWhatIsSeen(): void {
    if (camera === 'plan') {
      plan.getTarget(point);
      light.follow(point, (0.6 * Math.hypot(size[0], size[1])) / flat.zoom);
    } else if (camera === 'eyes') {
      perspective.getWorldDirection(point).multiplyScalar(20).add(perspective.position);
      light.follow(point, 35);
    } else {
      orbit.getTarget(point);
      light.follow(point, 0.75 * point.distanceTo(perspective.position));
    }
  }

  function castRay(x: number, y: number): void {
    pointer.set((2 * x) / size[0] - 1, 1 - (2 * y) / size[1]);
    ray.setFromCamera(pointer, eye());
  }

  function pick(x: number, y: number): Picked | undefined {
    if (place === undefined) return undefined;
    castRay(x, y);
    // The highest floor that is hit.
    const all = place.levels.map(({ elevation }, level) => ({ elevation, level }));
    const levels = all.filter(({ elevation }) => elevation < top);
    levels.sort((a, b) => b.elevation - a.elevation);
    let found: Picked | undefined;
    for (const { elevation, level } of levels) {
      ground.constant = -elevation;
      if (ray.ray.intersectPlane(ground, point) === null) continue;
      const picked = { x: point.x, y: -point.z, level, pixel: metresPerPixel(point) };
      if (isOnFloor(place.levels[level].floor, picked.x, picked.y)) return picked;
      found ??= picked;
    }
    return found;
  }

  function raiseWalls(): void {
    placeMesh?.setWalls(
      isTown && (camera === 'orbit' || camera === 'eyes') ? 'house' : camera === 'eyes' ? 'room' : 'low',
    );
  }

  function seen(): Seen | undefined {
    const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
    ground.constant = -(place?.levels[0]?.elevation ?? 0);
    for (const [x, y] of [[0, 0], [size[0], 0], [0, size[1]], size]) {
      castRay(x, y);
      if (ray.ray.intersectPlane(ground, point) === null) return undefined;
      box[0] = Math.min(box[0], point.x);
      box[1] = Math.min(box[1], -point.z);
      box[2] = Math.max(box[2], point.x);
      box[3] = Math.max(box[3], -point.z);
    }
    return box;
  }

  setColours(colours);
  aim();
  /** Has something changed since the last picture? */
  let isStale = true;
  let shown = '';
  /** Where only the camera moves, people stay as they are. */
  let shownPeople = '';
  return {
    touch: () => {
      isStale = true;
      shownPeople = '';
      people.forget();
    },
    setSketches: (name, sketches) => {
      isStale = true;
      let layer = layers.get(name);
      if (layer === undefined) {
        if (sketches.length === 0) return;
        layer = createSketchLayer(pictureHeight);
        layers.set(name, layer);
        overlays.add(layer.root);
      }
      layer.set(sketches);
    },
    setPictures: (next) => {
      isStale = true;
      pictures.set(next);
    },
    setDrawing: (draws) => {
      plan.mouseButtons.left = draws ? ACTION.NONE : ACTION.TRUCK;
      orbit.mouseButtons.left = draws ? ACTION.NONE : ACTION.ROTATE;
      plan.touches.one = draws ? ACTION.NONE : ACTION.TOUCH_TRUCK;
      orbit.touches.one = draws ? ACTION.NONE : ACTION.TOUCH_ROTATE;
    },
    setPlace: (next) => {
      isStale = true;
      // A wall that is moved does not move the camera.
      const isOther = place?.name !== next.name || isOfOtherSize(place, next);
      if (placeMesh !== undefined) {
        root.remove(placeMesh.root);
        placeMesh.dispose();
      }
      place = next;
      walls = undefined;
      shownPeople = '';
      placeMesh = createPlaceMesh(next, placePaint);
      raiseWalls();
      root.add(placeMesh.root);
      light.fit(next);
      holdCameras();
      if (isOther) frame(false);
    },
    setClosedDoors: (closed) => {
      isStale = true;
      shownPeople = '';
      closedDoors = closed;
      if (walls !== undefined) closeDoors(walls, closed);
    },
    setColours: (now) => {
      isStale = true;
      setColours(now);
    },
    setTown: (is) => {
      isStale = true;
      isTown = is;
      raiseWalls();
    },
    setCamera: (name) => {
      isStale = true;
      comesNear = name === 'follow' && camera !== 'follow';
      camera = name;
      aim();
      light.setPlan(name === 'plan');
      raiseWalls();
      setColours(paint);
    },
    setTop: (height) => {
      if (height === top) return;
      isStale = true;
      shownPeople = '';
      top = height;
      light.setShadows(top === Infinity);
      renderer.clippingPlanes = top === Infinity ? [] : [ceiling.set(new THREE.Vector3(0, -1, 0), top)];
    },
    frame,
    pixel: () => 1 / pixelsPerMetre(),
    flyTo: (x, y, z) => {
      planFramed = orbitFramed = undefined;
      orbit.setLookAt(x - 4, z + 12, -y + 10, x, z, -y, true);
      plan.moveTo(x, z, -y, true);
    },
    moveBy: (right, up) => {
      const metres = 1 / pixelsPerMetre();
      if (camera === 'plan') {
        planFramed = undefined;
        void plan.truck(right * metres, -up * metres, true);
      } else if (camera === 'orbit') {
        orbitFramed = undefined;
        void orbit.truck(right * metres, 0, true);
        void orbit.forward(up * metres, true);
      }
    },
    turnBy: (around, down) => {
      if (!orbit.enabled) return;
      orbitFramed = undefined;
      void orbit.rotate(around, down, true);
    },
    zoomBy: (times) => {
      if (plan.enabled) {
        planFramed = undefined;
        void plan.zoomTo(flat.zoom * times, true);
      } else if (orbit.enabled) {
        orbitFramed = undefined;
        void orbit.dollyTo(orbit.getSpherical(sphere).radius / times, true);
      }
    },
    resize: (width, height, ratio) => {
      isStale = true;
      screen = [width, height, ratio];
      if (filmed !== undefined) return;
      fitCameras();
      holdCameras();
      if (orbitFramed !== undefined) frameOrbit(false, orbitFramed.of);
      if (planFramed !== undefined) framePlan(false, planFramed.of);
    },
    film: (width, height) => {
      const use = (pixels: [number, number] | undefined) => {
        isStale = true;
        filmed = pixels;
        fitCameras();
        aim();
      };
      use([width, height]);
      return () => use(undefined);
    },
    draw: (scene, known, colouring, selected, seconds) => {
      keepAbove();
      const isTurned = orbit.update(seconds);
      const isMoved = plan.update(seconds);
      const now = `${scene.time} ${scene.count} ${colouring} ${selected}`;
      if (!isStale && !isTurned && !isMoved && now === shown) return false;
      isStale = false;
      shown = now;
      const scale = pixelsPerMetre();
      const isFromAbove = camera === 'plan';
      const look = `${camera === 'eyes'} ${isFromAbove && scale < LARGE} ${Math.min(scale, FROM_NEAR).toPrecision(3)}`;
      const nowPeople = `${now} ${known.size} ${look}`;
      if (nowPeople !== shownPeople) {
        shownPeople = nowPeople;
        people.show(scene, known, colouring, selected, {
          hidesSelected: camera === 'eyes',
          pixelsPerMetre: scale,
          highest: top - BODY_HEIGHT,
          isFromAbove,
          walls: crowdWalls,
        });
      }
      const k = selected === undefined ? -1 : scene.serial.subarray(0, scene.count).indexOf(selected);
      if (k >= 0 && (camera === 'follow' || camera === 'eyes')) {
        const n = scene.numbers.subarray(MOMENT * k, MOMENT * (k + 1));
        if (camera === 'follow') {
          orbitFramed = undefined;
          if (comesNear) {
            comesNear = false;
            orbit.dollyTo(FOLLOWED_FROM, true);
            orbit.rotatePolarTo(THREE.MathUtils.clamp(orbit.polarAngle, ...FOLLOWED_AT), true);
          }
          orbit.moveTo(n[X], n[Z] + 1, -n[Y], filmed === undefined);
          if (filmed !== undefined) orbit.update(AT_ONCE);
        } else {
          // Where the figure looks, also when it stands.
          const heading = people.headingOf(selected!);
          perspective.position.set(n[X], n[Z] + EYES, -n[Y]);
          perspective.lookAt(n[X] + Math.cos(heading), n[Z] + EYES - 0.08, -n[Y] - Math.sin(heading));
        }
      }
      people.fitMark(metresPerPixel);
      shineOnWhatIsSeen();
      setHaze();
      renderer.render(world, eye());
      return true;
    },
    pick,
    seen,
    project: (x, y, z) => {
      point.set(x, z, -y).project(eye());
      if (point.z > 1) return [Number.NaN, Number.NaN];
      return [((point.x + 1) / 2) * size[0], ((1 - point.y) / 2) * size[1]];
    },
    walkerAt: (x, y, scene) => {
      castRay(x, y);
      let best = 1;
      let found: number | undefined;
      for (let i = 0; i < scene.count; i++) {
        const at = MOMENT * i;
        if (scene.numbers[at + Z] > top) continue;
        point.set(scene.numbers[at + X], scene.numbers[at + Z] + 0.9, -scene.numbers[at + Y]);
        // From afar, some pixels beside it are meant, too.
        const near = Math.max(CLICKED, CLICKED_PIXELS * metresPerPixel(point));
        const far = Math.sqrt(ray.ray.distanceSqToPoint(point)) / near;
        if (far >= best) continue;
        best = far;
        found = scene.serial[i];
      }
      return found;
    },
    info: () => ({ calls: renderer.info.render.calls, triangles: renderer.info.render.triangles }),
    dispose: () => {
      canvas.removeEventListener('wheel', comeNearer);
      isStill.removeEventListener('change', setHaste);
      orbit.dispose();
      plan.dispose();
      people.dispose();
      placeMesh?.dispose();
      placePaint.dispose();
      for (const layer of layers.values()) layer.dispose();
      pictures.dispose();
      light.dispose();
      renderer.dispose();
    },
  };
}
