/**
 * The page's side of the worker: requests as promises, and what comes by itself as calls. If the worker dies, what was asked fails
 * with a message, and a new one is made for the next request.
 */
import type { Moment, Person, RunInfo } from './moment.ts';
import type { Insight } from './inspect.ts';
import type { Overlay, OverlayName } from './overlays.ts';
import type { Place } from './place.ts';
import type { Spot, SpotWanted } from './spot.ts';
import type { HeldFile, Reply, Request, RunSummary, Trouble } from './protocol.ts';

export interface SessionEvents {
  progress: (stage: string, share: number | undefined) => void;
  /** People and moments that come from now on are of another run. */
  started: (info: RunInfo) => void;
  people: (people: Person[]) => void;
  moments: (moments: Moment[]) => void;
  /** The place is another one from a moment on. */
  changed: (at: number, place: Place) => void;
  /** What should be known of the run, all of it, whenever there is more. */
  warned: (warnings: string[]) => void;
  over: (summary: RunSummary) => void;
}

/** What a request failed with. */
export class RequestError extends Error {
  readonly trouble: Trouble;

  constructor(trouble: Trouble) {
    super(`${trouble.where} ${trouble.what}: ${trouble.remedy}`);
    this.trouble = trouble;
  }
}

export interface Session {
  build: (scenario: unknown, files: HeldFile[]) => Promise<Place>;
  start: (scenario: unknown, seed: number) => Promise<RunInfo>;
  /** @returns the simulated second from which on it is so */
  setDoor: (door: string, isOpen: boolean) => Promise<number>;
  /** @param event that changes the place, as in the file, without its time. @returns that time */
  change: (event: object) => Promise<number>;
  /** @param depth of the abstraction tree; the moment is for what depends on it, and given away */
  overlay: (name: OverlayName, depth: number, moment?: Moment) => Promise<Overlay>;
  inspect: (serial: number, time: number) => Promise<Insight | undefined>;
  spot: (level: number, x: number, y: number, wanted: SpotWanted) => Promise<Spot | undefined>;
  reach: (time: number) => void;
  /** The place may soon be changed while people walk. */
  rehearse: () => void;
  /**
   * No place: it is that which was built last. No information: something else was asked for meanwhile.
   * @param scenario the name of that which is open. @param isTogether it was opened with the place that was built last
   */
  replay: (
    file: HeldFile,
    scenario: string | undefined,
    isTogether: boolean,
  ) => Promise<{ place?: Place; info?: RunInfo }>;
  /** End whatever the worker does. */
  stop: () => void;
}

interface Waiting {
  place?: Place;
  info?: RunInfo;
  at?: number;
  overlay?: Overlay;
  insight?: Insight | undefined;
  spot?: Spot | undefined;
  settle: (waiting: Waiting) => void;
  fail: (error: Error) => void;
}

const DIED: Trouble = {
  where: 'the simulation',
  what: 'stopped unexpectedly, perhaps for want of memory',
  remedy: 'start it again; with fewer people, if it happens again',
};

type Asked = { [K in Request['kind']]: Omit<Extract<Request, { kind: K; id: number }>, 'id'> }[Exclude<
  Request['kind'],
  'reach' | 'rehearse'
>];

export function createSession(events: SessionEvents): Session {
  let worker: Worker | undefined;
  let nextId = 1;
  const waiting = new Map<number, Waiting>();

  function open(): Worker {
    if (worker !== undefined) return worker;
    const opened = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    opened.addEventListener('message', ({ data }: MessageEvent<Reply>) => hear(data));
    opened.addEventListener('error', (event) => {
      event.preventDefault();
      stop(DIED);
    });
    worker = opened;
    return opened;
  }

  function stop(trouble: Trouble): void {
    worker?.terminate();
    worker = undefined;
    const all = [...waiting.values()];
    waiting.clear();
    for (const { fail } of all) fail(new RequestError(trouble));
  }

  function hear(reply: Reply): void {
    if (reply.kind === 'moments') events.moments(reply.moments);
    else if (reply.kind === 'people') events.people(reply.people);
    else if (reply.kind === 'changed') events.changed(reply.at, reply.place);
    else if (reply.kind === 'warned') events.warned(reply.warnings);
    else if (reply.kind === 'over') events.over(reply.summary);
    else if (reply.kind === 'progress') events.progress(reply.stage, reply.share);
    else {
      const request = waiting.get(reply.id);
      if (request === undefined) return;
      if (reply.kind === 'place') request.place = reply.place;
      else if (reply.kind === 'event') request.at = reply.at;
      else if (reply.kind === 'insight') request.insight = reply.insight;
      else if (reply.kind === 'overlaid') request.overlay = reply.overlay;
      else if (reply.kind === 'found') request.spot = reply.spot;
      else if (reply.kind === 'started') {
        request.info = reply.info;
        events.started(reply.info);
      } else {
        waiting.delete(reply.id);
        if (reply.kind === 'failed') request.fail(new RequestError(reply.trouble));
        else request.settle(request);
      }
    }
  }

  function ask(asked: Asked, given: Transferable[] = []): Promise<Waiting> {
    const id = nextId++;
    return new Promise((settle, fail) => {
      waiting.set(id, { settle, fail });
      open().postMessage({ ...asked, id }, given);
    });
  }

  return {
    build: async (scenario, files) => (await ask({ kind: 'build', scenario, files })).place!,
    start: async (scenario, seed) => (await ask({ kind: 'start', scenario, seed })).info!,
    setDoor: async (door, isOpen) => (await ask({ kind: 'door', door, isOpen })).at!,
    change: async (event) => (await ask({ kind: 'change', event })).at!,
    overlay: async (name, depth, moment) => {
      if (moment === undefined) return (await ask({ kind: 'overlay', name, depth })).overlay!;
      const given = [moment.serial.buffer, moment.numbers.buffer] as ArrayBuffer[];
      return (await ask({ kind: 'overlay', name, depth, moment }, given)).overlay!;
    },
    inspect: async (serial, time) => (await ask({ kind: 'inspect', serial, time })).insight,
    spot: async (level, x, y, wanted) => (await ask({ kind: 'spot', level, x, y, wanted })).spot,
    reach: (time) => worker?.postMessage({ kind: 'reach', time } satisfies Request),
    rehearse: () => worker?.postMessage({ kind: 'rehearse' } satisfies Request),
    replay: (file, scenario, isTogether) => ask({ kind: 'replay', file, scenario, isTogether }),
    stop: () => stop({ where: 'the work', what: 'was stopped', remedy: 'start it again whenever you like' }),
  };
}
