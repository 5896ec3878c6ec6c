/**
 * The page's worker: builds places, lets people walk, reads recordings. The page stays free for what it draws. It answers requests
 * (protocol.ts) one after the other; while a run goes on it simulates up to the moment it was asked to reach, and hands out every step.
 */
import {
  BODY,
  type BuildReport,
  buildPlaceOf,
  changeNow,
  checkScenario,
  createRun,
  expectedWalkers,
  type FileOptions,
  InputError,
  isOver,
  logDecisions,
  type OpenStage,
  parseChange,
  placeNames,
  type Plan,
  type Play,
  playWhile,
  PREFERRED,
  RADIUS,
  type RecordedDecision,
  type Run,
  runWarnings,
  scenarioIn,
  sceneryOf,
  ScenarioError,
  startPlay,
  summaryOf,
  type TriangleSoup,
  type World,
} from '@foulee/engine';
import { heightAt, readPlaceFile } from '@foulee/formats';
import { drawPlace } from './draw-place.ts';
import { placeFromStart } from './place-from-start.ts';
import { insightOf } from './inspect.ts';
import { overlayNow } from './overlays-now.ts';
import { isOfMoment, isOfRun, isOfStream, isOfTown, type Overlay } from '../protocol/overlay.ts';
import { overlayOf } from './overlays.ts';
import { searchOverlay } from './overlays-search.ts';
import { streamOverlay } from './overlays-stream.ts';
import { townOverlay } from './overlays-town.ts';
import { searchSummary } from './search-summary.ts';
import {
  buffersOfMoment,
  bytesOfMoment,
  MOMENT,
  type Moment,
  type Person,
  VX,
  VY,
  WAITED,
  WALKED,
  X,
  Y,
  Z,
} from '../protocol/moment.ts';
import { meshKeyOf } from './mesh-key.ts';
import { withWhere } from './where-decided.ts';
import type { Place } from '../protocol/place.ts';
import type { HeldFile, Reply, Request, Trouble } from '../protocol/protocol.ts';
import { previewOf } from './picture-preview.ts';
import { createRecent, keepState, simulationAt } from './recent.ts';
import { rehearsal } from './rehearse.ts';
import { spotAt } from './spot.ts';
import { takeTeam, threadsFor } from './threads.ts';
import { townsOf } from './towns.ts';
import { momentsOf, readReplay } from './replay.ts';

/** Moments of a recording handed out at once: bytes. */
const PORTION = 4e6;
/** Milliseconds of simulating until what there is is handed out, and messages are looked at again. */
const TURN = 6;
/** Milliseconds between two changes that are rehearsed. */
const BREATH = 10;
/** Simulated seconds after which it is said again what is to be known of a run. */
const WARN_AGAIN = 5;
/** More than there are slots. */
const SLOTS = 2 ** 21;

const port = globalThis as unknown as Worker;
const send = (reply: Reply, handedOver: Transferable[] = []) => port.postMessage(reply, handedOver);

let world: World | undefined;
/** The same with what events put in at the start: what is drawn until people walk. */
let worldFromStart: World | undefined;
/** What the world was built of, so that it is not built again for another start. */
let builtOf: { environment: string; bytes: Uint8Array | undefined; milliseconds: number } | undefined;
let run: Run | undefined;
/** Of that run, also when it is over; undefined: another place was built since, or a recording is shown. */
let play: Play | undefined;
/** The place as the page was told last: that of the run, where something in it has changed since the start. */
let drawn: World | undefined;
let reach = 0;
let isWalking = false;
/** The ids of the last request but for questions, of the last that was to build something, and of the last overlay. */
let latest = 0;
let latestBuild = 0;
let latestOverlay = 0;
let recent = createRecent();
/** By serial: metres walked, and where it was; the first is -1 until it has come. */
let walked = new Float64Array(0);
/** Simulated and not handed out yet, and what was decided in it. */
let moments: Moment[] = [];
let decisions: RecordedDecision[] = [];
/** How much was known of the run when it was said last, and when that was. */
let warned = { known: 0, time: -Infinity };

port.addEventListener('message', ({ data }: MessageEvent<Request>) => {
  if (data.kind === 'reach') {
    reach = data.time;
    goOn();
    return;
  }
  if (data.kind === 'rehearse') {
    rehearse();
    return;
  }
  answer(data).then(
    () => send({ kind: 'done', id: data.id }),
    (error: unknown) => send({ kind: 'failed', id: data.id, trouble: troubleOf(error) }),
  );
});

async function answer(request: Extract<Request, { id: number }>): Promise<void> {
  if (request.kind !== 'overlay' && request.kind !== 'inspect' && request.kind !== 'spot') latest = request.id;
  if (request.kind === 'picture') await preview(request.id, request.file);
  else if (request.kind === 'build') await build(request.id, request.scenario, request.files);
  else if (request.kind === 'start') start(request.id, request.scenario, request.seed);
  else if (request.kind === 'overlay') await overlay(request);
  else if (request.kind === 'inspect') {
    const then = run === undefined ? undefined : simulationAt(recent, run, request.time);
    const insight = then === undefined ? undefined : insightOf(then, request.serial, request.isKnowledgeDrawn);
    send({ kind: 'insight', id: request.id, insight });
  } else if (request.kind === 'spot') {
    const { level, x, y, wanted } = request;
    const now = run?.simulation.world ?? drawn ?? world;
    const spot = now === undefined ? undefined : spotAt(now, run?.original ?? now.mesh, level, x, y, wanted);
    send({ kind: 'found', id: request.id, spot });
  } else if (request.kind === 'door') setDoor(request.id, request.door, request.isOpen);
  else if (request.kind === 'change') change(request.id, request.event);
  else await replay(request);
}

async function overlay(request: Extract<Request, { kind: 'overlay' }>): Promise<void> {
  const { id, name, depth, town, moment, closed } = request;
  latestOverlay = id;
  if (world === undefined) throw new InputError('overlay', 'there is no place yet', 'open a plan or a scenario first');
  if (isOfTown(name)) {
    const progress = (stage: string, share: number) => send({ kind: 'progress', id, stage, share });
    const towns = await townsOf(drawn ?? world, town, progress, () => latestOverlay !== id);
    if (towns !== undefined) sendOverlay(id, townOverlay(towns, name));
  } else if (isOfRun(name)) sendOverlay(id, searchOverlay(play, name));
  else if (isOfStream(name)) {
    if (moment !== undefined) sendOverlay(id, streamOverlay(play?.run, name, moment, request.seen));
  } else if (isOfMoment(name)) {
    if (moment === undefined) throw new InputError('overlay', `${name} are of a moment`, 'give one');
    // With the doors that are shut.
    const then = run === undefined ? undefined : simulationAt(recent, run, moment.time);
    const made = overlayNow(run?.simulation.world ?? drawn ?? world, run, name, moment, new Set(closed), then);
    sendOverlay(id, made);
  } else send({ kind: 'overlaid', id, overlay: overlayOf(drawn ?? world, name, depth) });
}

async function preview(id: number, file: HeldFile): Promise<void> {
  const made = await previewOf(file);
  const { grey, darkest, lightest, counts } = made;
  const buffers = [grey, darkest, lightest, counts].map(({ buffer }) => buffer) as ArrayBuffer[];
  send({ kind: 'previewed', id, preview: made }, buffers);
}

/** Lines and pixels are given away. */
function sendOverlay(id: number, made: Overlay): void {
  const lines = made.sketches.flatMap(({ lines, opacities }) => [lines?.buffer ?? [], opacities?.buffer ?? []].flat());
  const pixels = made.pictures?.map((picture) => picture.pixels.buffer) ?? [];
  send({ kind: 'overlaid', id, overlay: made }, [...lines, ...pixels] as ArrayBuffer[]);
}

function troubleOf(error: unknown): Trouble {
  if (error instanceof ScenarioError) {
    const [first, ...others] = error.problems;
    const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
    const path = first!.path.join('.');
    return { where: path === '' ? 'scenario' : path, what: `${first!.what}${more}`, remedy: first!.remedy };
  }
  if (error instanceof InputError) return { where: error.where, what: error.what, remedy: error.remedy };
  const text = error instanceof Error ? error.message : String(error);
  return { where: 'Foulée', what: `ran into an error of its own: ${text}`, remedy: 'try again, or tell us' };
}

async function build(id: number, data: unknown, files: HeldFile[]): Promise<void> {
  const begun = performance.now();
  latestBuild = id;
  const scenario = checkScenario({ data });
  const { environment } = scenario;
  const file = environment.kind === 'inline' ? undefined : files.find(({ name }) => name === environment.file);
  const key = JSON.stringify([environment, environment.kind === 'inline' ? scenario.name : '']);
  const isAsBuilt = world !== undefined && builtOf?.environment === key && isSame(builtOf.bytes, file?.bytes);
  const built = isAsBuilt
    ? world!
    : await buildPlaceOf(scenario, {
        readPlace: (name, options, report) => readHeld(file, name, options, report),
        progress: (stage) => {
          const text = stage === 'file' ? `reading ${file?.name ?? 'the file'}` : STAGES[stage];
          send({ kind: 'progress', id, stage: text, share: SHARES[stage] });
        },
        isCancelled: () => latestBuild !== id,
      });
  if (built === undefined) return;
  const milliseconds = isAsBuilt ? builtOf!.milliseconds : performance.now() - begun;
  const { world: fromStart, leftOut } = placeFromStart(scenario, built);
  const place = { ...drawPlace(fromStart, milliseconds), leftOut };
  // Only now: beside a plan that cannot be built, the run before goes on.
  run = undefined;
  play = undefined;
  world = built;
  worldFromStart = fromStart;
  builtOf = { environment: key, bytes: file?.bytes, milliseconds };
  sendPlace(id, place);
}

/** A file that the page holds, as the options of the scenario say. */
async function readHeld(
  file: HeldFile | undefined,
  name: string,
  options: FileOptions,
  report: BuildReport,
): Promise<Plan | TriangleSoup> {
  if (file === undefined) {
    throw new InputError(name, 'belongs to this scenario and is not here', 'drop it on the page, too');
  }
  const read = await readPlaceFile(file.bytes, file.name, options, report);
  return read.kind === 'plan' ? read.plan : read.soup;
}

/** What is said while a stage goes on, and how much of the work is done when it begins. */
const STAGES: Readonly<Record<Exclude<OpenStage, 'file'>, string>> = {
  inline: 'building the place',
  cut: 'cutting the model',
  map: 'building the map',
  triangulation: 'triangulating',
  cells: 'building the cells',
};
const SHARES: Readonly<Record<OpenStage, number | undefined>> = {
  inline: undefined,
  file: 0.1,
  cut: 0.3,
  map: 0.4,
  triangulation: 0.6,
  cells: 0.8,
};

function isSame(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.length === b.length && a.every((byte, k) => byte === b[k]);
}

function sendPlace(id: number, place: Place): void {
  drawn = worldFromStart;
  send({ kind: 'place', id, place }, buffersOf(place));
}

function buffersOf({ levels }: Place): ArrayBuffer[] {
  return levels.flatMap(({ floor, walls, wallKinds, mass, outline, seams }) =>
    [floor, walls, wallKinds, mass, outline, seams].map(({ buffer }) => buffer),
  ) as ArrayBuffer[];
}

/** Tell the page if the place of the run is another one since a moment. */
function sendChange({ place }: Run, at: number): void {
  if (place.world === drawn) return;
  drawn = place.world;
  const other = drawPlace(drawn, 0);
  send({ kind: 'changed', at, place: other }, buffersOf(other));
}

/** All moments of a recording. Something else may be asked for while it is read: then it is let go. */
async function replay({ id, file, scenario, isTogether }: Extract<Request, { kind: 'replay' }>): Promise<void> {
  const progress = (stage: string, share?: number) => send({ kind: 'progress', id, stage, share });
  const name = isTogether || scenario === undefined ? {} : { name: scenario };
  const isMeant = isTogether || scenario !== undefined;
  const known = world !== undefined && isMeant ? { ...name, world } : undefined;
  const read = await readReplay(file, progress, known);
  if (latest !== id) return;
  // Only now: beside a file that cannot be read, the run before goes on.
  run = undefined;
  play = undefined;
  world = read.world;
  if (!read.isKnown) {
    worldFromStart = world;
    builtOf = undefined;
    sendPlace(id, drawPlace(world, 0));
  }
  drawn = worldFromStart;
  send({ kind: 'started', id, info: read.info });
  send({ kind: 'people', people: read.people });
  if (read.decisions.length > 0) {
    // Places have the same numbers only in the place of its scenario.
    const told = read.isKnown ? withWhere(read.decisions, world.plan, sceneryOf(world)) : read.decisions;
    send({ kind: 'decisions', decisions: told });
  }
  const frames = read.recording.time.length;
  let portion: Moment[] = [];
  let bytes = 0;
  let done = 0;
  for (const moment of momentsOf(read, worldFromStart!)) {
    portion.push(moment);
    bytes += bytesOfMoment(moment);
    done++;
    if (bytes < PORTION) continue;
    handOut(portion);
    progress(`reading ${file.name}`, done / frames);
    portion = [];
    bytes = 0;
  }
  handOut(portion);
  send({ kind: 'over', summary: read.summary });
}

function start(id: number, data: unknown, seed: number): void {
  if (world === undefined) throw new InputError('run', 'there is no place yet', 'open a plan or a scenario first');
  const scenario = scenarioIn({ data }, world);
  const threads = threadsFor(expectedWalkers(scenario));
  const team = takeTeam(threads);
  drawn = world;
  run = createRun(scenario, world, { seed, ...(team === undefined ? {} : { team }) });
  reach = 0;
  recent = createRecent();
  walked = new Float64Array(0);
  decisions = [];
  warned = { known: 0, time: -Infinity };
  send({
    kind: 'started',
    id,
    info: {
      name: scenario.name,
      seed,
      step: run.simulation.step,
      duration: scenario.duration,
      profiles: run.simulation.profiles.map(({ name }) => name),
      itineraries: run.simulation.itineraries.map(({ name }) => name),
      threads,
    },
  });
  handOut([momentOf(run)]);
  let before = 0;
  play = startPlay(run, {
    look: (now) => {
      sendChange(now, before);
      keepState(recent, now);
      moments.push(momentOf(now));
      logDecisions(decisions, now);
      before = now.simulation.time;
    },
  });
  goOn();
}

/** As an event of the scenario at the present moment: a run with it in the file is the same run. */
function setDoor(id: number, door: string, isOpen: boolean): void {
  if (run === undefined) throw new InputError(door, 'can be changed only while people walk', 'start the run first');
  const { events } = run.scenario;
  const at = Number(run.simulation.time.toFixed(6));
  let next = run.events;
  while (next < events.length && events[next].at <= at) next++;
  events.splice(next, 0, { at, kind: isOpen ? 'open' : 'close', door, towards: null });
  send({ kind: 'event', id, at });
}

/** The same for obstacles and walls, demand and speed; done at once, so that it can be said if it cannot be. */
function change(id: number, data: object): void {
  if (run === undefined)
    throw new InputError('the place', 'can be changed only while people walk', 'start the run first');
  const at = Number(run.simulation.time.toFixed(6));
  changeNow(run, parseChange({ at, ...data }, placeNames(run.original)));
  // First: the page draws anew when the place comes.
  handOut([momentOf(run)]);
  sendChange(run, at);
  send({ kind: 'event', id, at });
}

/** What is to be done after the messages that wait now. Not by a timer: those wait for milliseconds. */
let next: (() => void) | undefined;
const { port1: told, port2: teller } = new MessageChannel();
told.addEventListener('message', () => next?.());
told.start();

function soon(work: () => void): void {
  next = work;
  teller.postMessage(undefined);
}

/** Simulate up to what was asked, in turns, so that messages get through. */
function goOn(): void {
  if (isWalking || run === undefined) return;
  isWalking = true;
  const turn = () => {
    const now = run;
    if (now === undefined || play === undefined) {
      isWalking = false;
      return;
    }
    const until = performance.now() + TURN;
    moments = [];
    playWhile(play, () => now.simulation.time < reach && performance.now() < until);
    if (moments.length > 0) handOut(moments);
    if (decisions.length > 0) {
      const { world: here, knowledge } = now.simulation;
      send({ kind: 'decisions', decisions: withWhere(decisions, here.plan, knowledge!.believed) });
    }
    decisions = [];
    warn(now, play);
    if (isOver(now)) {
      run = undefined;
      isWalking = false;
      send({ kind: 'over', summary: { ...summaryOf(play), ...searchSummary(play) } });
    } else if (now.simulation.time < reach) soon(turn);
    else isWalking = false;
  };
  turn();
}

/** Say what is to be known of the run, if there is more of it; not in every step, for finding out what is in somebody's way takes time. */
function warn(now: Run, { log: { noWays } }: Play): void {
  const known = [...noWays.byStage.values()].reduce((sum, { serials }) => sum + serials.size, now.warnings.length);
  if (known === warned.known || now.simulation.time < warned.time + WARN_AGAIN) return;
  warned = { known, time: now.simulation.time };
  send({ kind: 'warned', warnings: runWarnings(now, noWays) });
}

let isRehearsed = false;

/** Once; whenever people need not be walked on. */
function rehearse(): void {
  if (isRehearsed || run === undefined || world === undefined) return;
  isRehearsed = true;
  const changes = rehearsal(run.scenario, world);
  const go = () => {
    if (isWalking || changes.next().done !== true) setTimeout(go, BREATH);
  };
  go();
}

function handOut(moments: Moment[]): void {
  send({ kind: 'moments', moments }, moments.flatMap(buffersOfMoment));
}

/** The present of a run; who is new is introduced first. */
function momentOf({ simulation, original }: Run): Moment {
  const { crowd, world: place, time } = simulation;
  const { count } = crowd;
  const bySerial = new Float64Array(count);
  for (let i = 0; i < count; i++) bySerial[i] = crowd.serial[i] * SLOTS + i;
  bySerial.sort();
  if (walked.length < 3 * crowd.nextSerial) {
    const longer = new Float64Array(6 * crowd.nextSerial).fill(-1);
    longer.set(walked);
    walked = longer;
  }
  const serial = new Int32Array(count);
  const numbers = new Float32Array(MOMENT * count);
  const cell = new Int32Array(count);
  const level = new Int16Array(count);
  const people: Person[] = [];
  for (let k = 0; k < count; k++) {
    const i = bySerial[k] % SLOTS;
    const name = crowd.serial[i];
    const x = crowd.place[2 * i];
    const y = crowd.place[2 * i + 1];
    const own = 3 * name;
    if (walked[own] === -1) {
      people.push({
        serial: name,
        radius: crowd.body[BODY * i + RADIUS],
        speed: crowd.body[BODY * i + PREFERRED],
        profile: crowd.profile[i],
        itinerary: crowd.itinerary[i],
      });
      walked[own] = 0;
    } else walked[own] += Math.hypot(x - walked[own + 1], y - walked[own + 2]);
    walked[own + 1] = x;
    walked[own + 2] = y;
    serial[k] = name;
    cell[k] = crowd.cell[i];
    level[k] = original.cellLevel[crowd.cell[i]];
    const at = MOMENT * k;
    numbers[at + X] = x;
    numbers[at + Y] = y;
    numbers[at + Z] = heightAt(place, crowd.cell[i], x, y);
    numbers[at + VX] = crowd.velocity[2 * i];
    numbers[at + VY] = crowd.velocity[2 * i + 1];
    numbers[at + WALKED] = walked[own];
    numbers[at + WAITED] = crowd.stuck[i];
  }
  if (people.length > 0) send({ kind: 'people', people });
  return { time, serial, numbers, cell, level, meshKey: meshKeyOf(original) };
}
