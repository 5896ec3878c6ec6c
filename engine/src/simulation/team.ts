/**
 * Threads that share the passes of a step. Everything they work on lies in shared memory; who does which slots is not settled in
 * advance: each takes the next chunk until none is left, and the one that runs the simulation waits until all are done.
 *
 *   leader: pass, count → control; generation + 1 ─────▶ others wake, take chunks ─────▶ done = chunks: on with the step
 *
 * A chunk is claimed by counting up a ticket that carries the generation, so that somebody who is late for a pass takes no
 * chunk of the next: the ticket is the first number that changes for a new pass and the generation the last, so whoever claims a
 * chunk of generation g has read the numbers of g. When an array was replaced, the edition changes: whoever has
 * arrays of another edition leaves its loop for its messages, however many it missed, and takes no chunk meanwhile. Workers are
 * made by whoever has some (Node, a page): the engine only says what to send them (`invite`) and what they do with it (`serve`).
 * The leader sleeps between looks, which a page's own thread may not do: there it runs in a worker, too.
 */
import { assert } from '../core/errors.ts';
import { sharedMemory } from '../core/shared-memory.ts';
import { createWalkResult } from '../subdivision/walk.ts';
import type { StepView } from '../walkers/model.ts';
import type { Contacts } from '../bodies/contact.ts';
import { type PassContext, runPass } from './passes.ts';
import type { WalkerModel } from '../walkers/model.ts';
import { modelNamed, MODELS } from '../walkers/models.ts';

const GENERATION = 0;
const PASS = 1;
const COUNT = 2;
const TICKET = 3;
const DONE = 4;
const CHUNK = 5;
const EDITION = 6;
/** 1 once a chunk was left unfinished: somebody threw. */
const FAILED = 7;
const CONTROL = 8;

/** Bits of a ticket that count chunks. */
const CHUNK_BITS = 12;
const MOST_CHUNKS = (1 << CHUNK_BITS) - 1;
/** Slots of a chunk, at least; and chunks for each thread, about. */
const LEAST_CHUNK = 64;
const CHUNKS_EACH = 6;
/** Looks at a number before a thread goes to sleep. */
const SPINS = 20000;
/** Things of `sent`. */
const REPLACEABLE = 6;

export interface Team {
  threads: number;
  control: Int32Array;
  /** Simulated seconds. */
  clock: Float64Array;
  /** What the others were sent last, of that which can be replaced by another. */
  sent: unknown[];
  /** Send a message to the workers 1 … threads - 1. */
  post: (thread: number, invitation: Invitation) => void;
}

/** What threads count for the walker model: `names.length` numbers per thread. */
export interface Tally {
  names: readonly string[];
  numbers: Float64Array;
}

export function createTally(names: readonly string[], threads: number): Tally {
  return { names, numbers: new Float64Array(sharedMemory(8 * names.length * threads)) };
}

/** The numbers of one thread. */
export function tallyOf({ names, numbers }: Tally, thread: number): Float64Array {
  return numbers.subarray(names.length * thread, names.length * (thread + 1));
}

/** What was counted under a name, by all threads; 0 if the model counts nothing of this name. */
export function tallied({ names, numbers }: Tally, name: string): number {
  const which = names.indexOf(name);
  return numbers.reduce((sum, number, k) => (k % names.length === which ? sum + number : sum), 0);
}

/** What a worker is sent: everything it works on. */
export interface Invitation {
  thread: number;
  control: Int32Array;
  clock: Float64Array;
  /** Which arrays these are: control[EDITION] as long as they are in use. */
  edition: number;
  view: StepView;
  contacts: Contacts;
  /** The name of the walker model, and the numbers this thread counts for it. */
  model: string;
  tally: Float64Array;
}

/** Where memory cannot be shared, nobody can help: a team of one. */
export function createTeam(threads: number, post: Team['post']): Team {
  const members = typeof SharedArrayBuffer === 'undefined' ? 1 : threads;
  return {
    threads: members,
    control: new Int32Array(sharedMemory(4 * CONTROL)),
    clock: new Float64Array(sharedMemory(8)),
    sent: new Array(REPLACEABLE).fill(undefined),
    post,
  };
}

/** Run a pass over all walkers, together. @param tally what each thread counts for the model */
export function runTogether(team: Team, context: PassContext, tally: Tally, pass: number, count: number): void {
  invite(team, context, tally);
  const { control, clock, threads } = team;
  const size = Math.max(LEAST_CHUNK, Math.ceil(count / Math.min(MOST_CHUNKS, threads * CHUNKS_EACH)));
  const chunks = Math.ceil(count / size);
  clock[0] = context.view.time;
  const generation = start(control, pass, count, size);
  takeChunks(control, context, generation, pass, count, size);
  for (let spins = 0; ; spins++) {
    const done = Atomics.load(control, DONE);
    if (done >= chunks) break;
    if (spins > SPINS) Atomics.wait(control, DONE, done);
  }
  assert(Atomics.load(control, FAILED) === 0, 'a thread failed in a pass: its own error says why');
}

/** End the workers' loops for good. */
export function dismiss(team: Team): void {
  recall(team.control);
}

/** Nobody's arrays are right any more. A pass over nobody wakes those who sleep. */
function recall(control: Int32Array): number {
  const edition = Atomics.add(control, EDITION, 1) + 1;
  start(control, 0, 0, 1);
  return edition;
}

function start(control: Int32Array, pass: number, count: number, size: number): number {
  const generation = (Atomics.load(control, GENERATION) + 1) & 0x7ffff;
  // First: from here on a chunk cannot be claimed with numbers of the pass before.
  Atomics.store(control, TICKET, generation << CHUNK_BITS);
  Atomics.store(control, DONE, 0);
  Atomics.store(control, PASS, pass);
  Atomics.store(control, COUNT, count);
  Atomics.store(control, CHUNK, size);
  Atomics.store(control, GENERATION, generation);
  Atomics.notify(control, GENERATION);
  return generation;
}

/** Send the others what they do not have yet. Doors replace corners and walls, and change the cells that go with them. */
function invite(team: Team, { view, contacts, model }: PassContext, tally: Tally): void {
  const { sent, threads, control, clock } = team;
  let isNew = replace(sent, 0, view.routes.store);
  isNew = replace(sent, 1, view.first) || isNew;
  isNew = replace(sent, 2, view.item) || isNew;
  isNew = replace(sent, 3, view.prepared) || isNew;
  isNew = replace(sent, 4, view.walls) || isNew;
  isNew = replace(sent, 5, view.company) || isNew;
  if (!isNew) return;
  const edition = recall(control);
  for (let thread = 1; thread < threads; thread++) {
    const own = tallyOf(tally, thread);
    team.post(thread, { thread, control, clock, edition, view, contacts, model: model.name, tally: own });
  }
}

/** @returns whether it is another */
function replace(sent: unknown[], k: number, by: unknown): boolean {
  const isNew = sent[k] !== by;
  sent[k] = by;
  return isNew;
}

function takeChunks(
  control: Int32Array,
  context: PassContext,
  generation: number,
  pass: number,
  count: number,
  size: number,
): void {
  for (;;) {
    const ticket = Atomics.load(control, TICKET);
    const from = (ticket & MOST_CHUNKS) * size;
    if (ticket >>> CHUNK_BITS !== generation || from >= count) return;
    if (Atomics.compareExchange(control, TICKET, ticket, ticket + 1) !== ticket) continue;
    // Who throws still says that it is done: nobody may wait for it for ever.
    let isWhole = false;
    try {
      runPass(context, pass, from, Math.min(count, from + size));
      isWhole = true;
    } finally {
      if (!isWhole) Atomics.store(control, FAILED, 1);
      Atomics.add(control, DONE, 1);
      Atomics.notify(control, DONE);
    }
  }
}

/**
 * What a worker does with an invitation: help with passes until it is told to look for another message.
 * @param models those there are; a test may have others
 */
export function serve(invitation: Invitation, models: readonly WalkerModel[] = MODELS): void {
  const { thread, control, clock, edition, view, contacts, tally } = invitation;
  const model = modelNamed(invitation.model, models);
  const scratch = model.createScratch(tally);
  const context: PassContext = { view, contacts, thread, model, scratch, way: createWalkResult() };
  for (;;) {
    const generation = Atomics.load(control, GENERATION);
    const pass = Atomics.load(control, PASS);
    const count = Atomics.load(control, COUNT);
    const size = Atomics.load(control, CHUNK);
    const time = clock[0];
    // After the generation: a pass of another edition has another number here.
    if (Atomics.load(control, EDITION) !== edition) return;
    view.time = time;
    // The crowd's arrays are shared, its count is not.
    view.crowd.count = count;
    takeChunks(control, context, generation, pass, count, size);
    for (let spins = 0; Atomics.load(control, GENERATION) === generation; spins++) {
      if (spins > SPINS) Atomics.wait(control, GENERATION, generation);
    }
  }
}
