/**
 * Threads that share the passes of a step. Everything they work on lies in shared memory; who does which slots is not settled in
 * advance: each takes the next chunk until none is left, and the one that runs the simulation waits until all are done.
 *
 *   leader: pass, count → control; generation + 1 ─────▶ others wake, take chunks ─────▶ done = chunks: on with the step
 *
 * A chunk is claimed by counting up a ticket that carries the generation, so that somebody who is late for a pass takes no
 * chunk of the next. When an array had to grow, the others leave their loop and are sent the new one. Workers are made by whoever has
 * some (Node, a page): the engine only says what to send them (`invite`) and what they do with it (`serve`).
 */
import { sharedMemory } from './core/shared-memory.ts';
import { createWalkResult } from './subdivision/walk.ts';
import { type PassContext, runPass } from './passes.ts';
import { createThought, TALLY } from './walkers/reactive/thought.ts';

const GENERATION = 0;
const PASS = 1;
const COUNT = 2;
const TICKET = 3;
const DONE = 4;
const CHUNK = 5;
const CONTROL = 8;

/** Passes that are none: go back to where messages come in. */
const RELOAD = -1;
/** Bits of a ticket that count chunks. */
const CHUNK_BITS = 12;
const MOST_CHUNKS = (1 << CHUNK_BITS) - 1;
/** Slots of a chunk, at least; and chunks for each thread, about. */
const LEAST_CHUNK = 64;
const CHUNKS_EACH = 6;
/** Looks at a number before a thread goes to sleep. */
const SPINS = 20000;

export interface Team {
  threads: number;
  control: Int32Array;
  /** Simulated seconds. */
  clock: Float64Array;
  /** TALLY numbers per thread. */
  tally: Float64Array;
  /** Arrays the others were sent last. */
  sent: unknown[];
  /** Send a message to the workers 1 … threads - 1. */
  post: (thread: number, invitation: Invitation) => void;
}

/** What a worker is sent: everything it works on. */
export interface Invitation {
  thread: number;
  control: Int32Array;
  clock: Float64Array;
  tally: Float64Array;
  /** What it has seen of generations. */
  generation: number;
  context: Omit<PassContext, 'thought' | 'way' | 'thread'>;
}

export function createTeam(threads: number, post: Team['post']): Team {
  return {
    threads,
    control: new Int32Array(sharedMemory(4 * CONTROL)),
    clock: new Float64Array(sharedMemory(8)),
    tally: new Float64Array(sharedMemory(8 * TALLY * threads)),
    sent: [],
    post,
  };
}

/** Run a pass over all walkers, together. */
export function runTogether(team: Team, context: PassContext, pass: number, count: number): void {
  invite(team, context);
  const { control, clock, threads } = team;
  const size = Math.max(LEAST_CHUNK, Math.ceil(count / Math.min(MOST_CHUNKS, threads * CHUNKS_EACH)));
  const chunks = Math.ceil(count / size);
  clock[0] = context.time;
  const generation = start(control, pass, count, size);
  takeChunks(control, context, generation, pass, count, size);
  for (let spins = 0; Atomics.load(control, DONE) < chunks; spins++) {
    if (spins > SPINS) Atomics.wait(control, DONE, Atomics.load(control, DONE), 1);
  }
}

/** End the workers' loops for good. */
export function dismiss(team: Team): void {
  start(team.control, RELOAD, 0, 1);
}

function start(control: Int32Array, pass: number, count: number, size: number): number {
  const generation = (Atomics.load(control, GENERATION) + 1) & 0x7ffff;
  Atomics.store(control, DONE, 0);
  Atomics.store(control, PASS, pass);
  Atomics.store(control, COUNT, count);
  Atomics.store(control, CHUNK, size);
  Atomics.store(control, TICKET, generation << CHUNK_BITS);
  Atomics.store(control, GENERATION, generation);
  Atomics.notify(control, GENERATION);
  return generation;
}

/** Send the others what they do not have yet. */
function invite(team: Team, { around, contacts, step, time }: PassContext): void {
  const arrays = [around.routes.store, around.first, around.item];
  if (arrays.every((array, k) => array === team.sent[k])) return;
  const isFirst = team.sent.length === 0;
  team.sent = arrays;
  const generation = isFirst ? Atomics.load(team.control, GENERATION) : start(team.control, RELOAD, 0, 1);
  for (let thread = 1; thread < team.threads; thread++) {
    const { control, clock, tally } = team;
    team.post(thread, { thread, control, clock, tally, generation, context: { around, contacts, step, time } });
  }
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
    runPass(context, pass, from, Math.min(count, from + size));
    Atomics.add(control, DONE, 1);
    Atomics.notify(control, DONE);
  }
}

/** What a worker does with an invitation: help with passes until it is told to look for another message. */
export function serve({ thread, control, clock, tally, generation: seen, context: shared }: Invitation): void {
  const context: PassContext = {
    ...shared,
    thread,
    thought: createThought(tally.subarray(TALLY * thread, TALLY * (thread + 1))),
    way: createWalkResult(),
  };
  let generation = seen;
  for (;;) {
    for (let spins = 0; Atomics.load(control, GENERATION) === generation; spins++) {
      if (spins > SPINS) Atomics.wait(control, GENERATION, generation);
    }
    generation = Atomics.load(control, GENERATION);
    const pass = Atomics.load(control, PASS);
    const count = Atomics.load(control, COUNT);
    const size = Atomics.load(control, CHUNK);
    if (pass === RELOAD) return;
    context.time = clock[0]!;
    // The crowd's arrays are shared, its count is not.
    context.around.crowd.count = count;
    takeChunks(control, context, generation, pass, count, size);
  }
}
