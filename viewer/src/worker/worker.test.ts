/** The page's worker without a browser: what it says of a run is what the command says of the same run. */
import { createMeasures, createRun, openInline, playWhile, resultOf, startPlay } from '@foulee/engine';
import { greyPng } from '@foulee/testing';
import { beforeAll, expect, it, vi } from 'vitest';
import type { HeldFile, Reply, Request } from '../protocol/protocol.ts';

const PLAN: HeldFile = {
  name: 'rooms.wkt',
  bytes: new TextEncoder().encode('MULTIPOLYGON (((0 0, 10 0, 10 6, 0 6)), ((20 0, 23 0, 23 3, 20 3)))'),
};
const PEOPLE = {
  name: 'hall',
  duration: 40,
  // Steps of which a second is no whole number.
  step: 0.3,
  exits: { west: { box: [0, 0, 1, 6] }, east: { box: [9, 0, 10, 6] } },
  walkers: [{ in: { box: [2, 1, 8, 5] }, count: 10, exit: 'nearest' }],
};
const INLINE = { ...PEOPLE, environment: { walkable: [{ box: [0, 0, 10, 6] }] } };
const inFile = (options: object = {}) => ({ ...PEOPLE, environment: { file: 'rooms.wkt', ...options } });

const WAIT = { timeout: 30_000 };

let hear: (event: { data: Request }) => void;
let replies: Reply[] = [];

beforeAll(async () => {
  vi.stubGlobal('addEventListener', (_: string, listener: typeof hear) => (hear = listener));
  vi.stubGlobal('navigator', { hardwareConcurrency: 1 });
  vi.stubGlobal('postMessage', (reply: Reply) => replies.push(reply));
  await import('./worker.ts');
});

type Asked = Request extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never;
let id = 0;

/** Ask, and wait for the answer. */
async function ask(asked: Asked): Promise<Reply[]> {
  const own = ++id;
  replies = [];
  hear({ data: { ...asked, id: own } as Request });
  return vi.waitFor(() => {
    expect(replies.some((reply) => (reply.kind === 'done' || reply.kind === 'failed') && reply.id === own)).toBe(true);
    return replies;
  }, WAIT);
}

const kinds = (said: readonly Reply[]) => said.map(({ kind }) => kind);
const find = <K extends Reply['kind']>(said: readonly Reply[], kind: K) =>
  said.find((reply): reply is Extract<Reply, { kind: K }> => reply.kind === kind);

it('tells of a run what the command tells', { timeout: 60_000 }, async () => {
  expect(kinds(await ask({ kind: 'build', scenario: INLINE, files: [] }))).toEqual(['progress', 'place', 'done']);
  expect(find(await ask({ kind: 'start', scenario: INLINE, seed: 5 }), 'started')?.info.threads).toBe(1);
  hear({ data: { kind: 'reach', time: 1000 } });
  const { summary } = await vi.waitFor(() => {
    const over = find(replies, 'over');
    expect(over).toBeDefined();
    return over!;
  }, WAIT);

  const { scenario, world } = openInline({ data: INLINE });
  const run = createRun(scenario, world, { seed: 5 });
  const measures = createMeasures(run);
  const play = startPlay(run, { measures });
  playWhile(play, () => true);
  const result = resultOf(play, measures, 1);
  expect(summary).toMatchObject({ entered: result.agents, arrived: result.arrived, hash: result.hash, warnings: [] });
  expect(summary.seconds).toBeCloseTo(result.simulatedSeconds, 6);
  expect(summary.destinations?.reduce((sum, { count }) => sum + count, 0)).toBe(result.arrived);
  expect(result.arrived).toBe(10);
  // Nobody has knowledge.
  expect(summary.search).toBeUndefined();
});

it('reads the file of a place with the options of the scenario', async () => {
  const built = await ask({ kind: 'build', scenario: inFile({ seedPoints: [[21, 1]] }), files: [PLAN] });
  const stages = built.flatMap((reply) => (reply.kind === 'progress' ? [[reply.stage, reply.share]] : []));
  expect(stages).toEqual([
    ['reading rooms.wkt', 0.1],
    ['building the map', 0.4],
    ['triangulating', 0.6],
    ['building the cells', 0.8],
  ]);
  expect(find(built, 'place')?.place.area).toBeCloseTo(9, 6);
  const wrong = await ask({ kind: 'build', scenario: inFile({ seedPoints: [[15, 1]] }), files: [PLAN] });
  expect(find(wrong, 'failed')?.trouble.where).toBe('--seed-point 15,1');
  const missing = await ask({ kind: 'build', scenario: inFile(), files: [] });
  expect(find(missing, 'failed')?.trouble).toMatchObject({ where: 'rooms.wkt', remedy: 'drop it on the page, too' });
});

it('says of a level that is not there when the run is to start', async () => {
  await ask({ kind: 'build', scenario: inFile(), files: [PLAN] });
  const walkers = [{ at: [5, 3], level: 'attic', goal: 'east' }];
  const said = await ask({ kind: 'start', scenario: { ...inFile(), walkers }, seed: 1 });
  expect(find(said, 'failed')?.trouble).toMatchObject({ where: 'walkers.0.level' });
});

it('gives up a place when another one is asked for meanwhile', async () => {
  replies = [];
  const other = inFile({ seedPoints: [[21, 1]] });
  hear({ data: { kind: 'build', id: 101, scenario: inFile({ tolerance: 0.002 }), files: [PLAN] } });
  hear({ data: { kind: 'build', id: 102, scenario: other, files: [PLAN] } });
  await vi.waitFor(() => expect(replies.filter(({ kind }) => kind === 'done')).toHaveLength(2), WAIT);
  expect(replies.flatMap((reply) => (reply.kind === 'place' ? [reply.id] : []))).toEqual([102]);
});

it('tells what people with knowledge decide, and the same of a recording with its table', async () => {
  const scenario = {
    ...INLINE,
    duration: 20,
    profiles: { guest: { knowledge: 'nothing' } },
    exits: { east: { box: [9, 0, 10, 6] } },
    signs: { way: { at: [5, 5.8], facing: -90, shows: 'east' } },
    walkers: [{ in: { box: [2, 1, 4, 5] }, count: 3, profile: 'guest', exit: 'nearest' }],
  };
  await ask({ kind: 'build', scenario, files: [] });
  await ask({ kind: 'start', scenario, seed: 5 });
  hear({ data: { kind: 'reach', time: 1000 } });
  await vi.waitFor(() => expect(find(replies, 'over')).toBeDefined(), WAIT);
  // They see the exit from where they start.
  expect(find(replies, 'over')?.summary.search).toEqual({ seconds: 0, signs: [{ name: 'way', readers: 3 }] });
  const told = replies.flatMap((reply) => (reply.kind === 'decisions' ? reply.decisions : []));
  expect(new Set(told.map(({ serial }) => serial))).toEqual(new Set([0, 1, 2]));
  expect(told.find(({ serial, code }) => serial === 0 && code === 'walks to')?.what).toBe('east');

  const bytes = (text: string) => new TextEncoder().encode(text);
  const rows = [0, 1, 2].map((step) => `${step / 10},${step},0,${2 + step},3,0,1,0,0.2`);
  const file = { name: 'run.csv', bytes: bytes(`time,step,serial,x,y,level,vx,vy,radius\n${rows.join('\n')}\n`) };
  const table = { name: 'run-decisions.csv', bytes: bytes('step,time,serial,code,what,value\n1,0.1,0,reads,way,\n') };
  const replayOf = (decisions: HeldFile) =>
    ask({ kind: 'replay', file: { ...file, decisions }, scenario: undefined, isTogether: false });
  expect(find(await replayOf(table), 'decisions')?.decisions).toEqual([
    { step: 1, time: 0.1, serial: 0, code: 'reads', what: 'way', value: null },
  ]);
  // One that cannot be read does not keep the recording from being shown.
  const broken = await replayOf({ ...table, bytes: bytes('no,table\n1,2\n') });
  expect(find(broken, 'decisions')).toBeUndefined();
  expect(find(broken, 'over')?.summary.warnings.join()).toMatch(/the table of decisions could not be used/);
});

it('reads a picture, and says what is wrong with one', async () => {
  const file = { name: 'town.png', bytes: greyPng(2, [0, 255]) };
  const { preview } = find(await ask({ kind: 'picture', file }), 'previewed')!;
  expect([preview.width, preview.height, [...preview.grey]]).toEqual([2, 1, [0, 255]]);
  const bad = await ask({ kind: 'picture', file: { name: 'town.png', bytes: new Uint8Array(3) } });
  expect(find(bad, 'failed')?.trouble).toMatchObject({ where: 'town.png', what: expect.stringMatching(/no PNG/) });
});

it('makes no town that nobody waits for any more', async () => {
  await ask({ kind: 'build', scenario: INLINE, files: [] });
  const town = { side: 0.5, isOpen: true };
  const first = ++id;
  hear({ data: { kind: 'overlay', id: first, name: 'tiles', depth: 0, town } });
  const said = await ask({ kind: 'overlay', name: 'goals', depth: 0, town });
  const ids = said.flatMap((reply) => (reply.kind === 'overlaid' ? [reply.id] : []));
  expect(ids).toEqual([id]);
  expect(said).toContainEqual({ kind: 'done', id: first });
  expect(find(said, 'overlaid')?.overlay.town).toEqual({ gaps: [] });
  // Kept: it is there at once, with another overlay of it.
  const { overlay } = find(await ask({ kind: 'overlay', name: 'tiles', depth: 0, town }), 'overlaid')!;
  expect(overlay.pictures?.map(({ columns, rows }) => [columns, rows])).toEqual([[20, 12]]);
});
