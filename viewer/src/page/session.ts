/**
 * The page's side of the worker: requests as promises, and what comes by itself as calls. If the worker dies, what was asked fails
 * with a message, the page is told that its place and run are lost, and a new one is made for the next request.
 *
 * Another place is built by a worker of its own, aside: the run that is shown goes on meanwhile, and is still there where the other place
 * cannot be built or is not waited for. Only when it is taken the worker before ends.
 */
import type { Decided } from '../protocol/decided.ts';
import { buffersOfMoment, type Moment, type Person, type RunInfo } from '../protocol/moment.ts';
import type { Insight } from '../protocol/insight.ts';
import type { Overlay, OverlayName, Seen, TownChoice } from '../protocol/overlay.ts';
import type { PicturePreview } from '../protocol/picture-preview.ts';
import type { Place } from '../protocol/place.ts';
import type { Spot, SpotWanted } from '../protocol/spot.ts';
import type { HeldFile, Reply, Request, RunSummary, Trouble } from '../protocol/protocol.ts';

export interface SessionEvents {
  progress: (stage: string, share: number | undefined) => void;
  /** People and moments that come from now on are of another run. */
  started: (info: RunInfo) => void;
  people: (people: Person[]) => void;
  moments: (moments: Moment[]) => void;
  /** More of what people with knowledge decided, in the order of time. */
  decisions: (decisions: Decided[]) => void;
  /** The place is another one from a moment on. */
  changed: (at: number, place: Place) => void;
  /** What should be known of the run, all of it, whenever there is more. */
  warned: (warnings: string[]) => void;
  over: (summary: RunSummary) => void;
  /** The worker has ended, and with it the place that was built last, and the run. @param trouble undefined: it was stopped */
  lost: (trouble: Trouble | undefined) => void;
}

/** What a request failed with. */
export class RequestError extends Error {
  readonly trouble: Trouble;

  constructor(trouble: Trouble) {
    super(`${trouble.where} ${trouble.what}: ${trouble.remedy}`);
    this.trouble = trouble;
  }
}

/** What a request fails with that is not waited for any more: nothing to be told. */
export class StoppedError extends Error {
  constructor() {
    super('stopped');
  }
}

export interface Session {
  /** undefined: another place was asked for meanwhile. */
  build: (scenario: unknown, files: HeldFile[]) => Promise<Place | undefined>;
  /** The same for a place that is to come instead of the one before, aside; only one at a time. With what takes it. */
  buildAside: (scenario: unknown, files: HeldFile[]) => Promise<{ place: Place; take: () => void }>;
  /** Read a picture, aside: whatever else was built there is not waited for any more. */
  preview: (file: HeldFile) => Promise<PicturePreview>;
  start: (scenario: unknown, seed: number) => Promise<RunInfo>;
  /** @returns the simulated second from which on it is so */
  setDoor: (door: string, isOpen: boolean) => Promise<number>;
  /** @param event that changes the place, as in the file, without its time. @returns that time */
  change: (event: object) => Promise<number>;
  /** undefined: another one was asked for meanwhile. */
  overlay: (asked: OverlayAsked) => Promise<Overlay | undefined>;
  inspect: (serial: number, time: number, isKnowledgeDrawn: boolean) => Promise<Insight | undefined>;
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
  /** Wait no longer for the place that is built aside. */
  stopAside: () => void;
  /** The same for all that may take long: what is built aside; else the worker ends, if it builds, starts or reads something. */
  stop: () => void;
}

interface OverlayAsked {
  name: OverlayName;
  /** Of the abstraction tree. */
  depth: number;
  town: TownChoice;
  /** For what depends on it; given away. */
  moment?: Moment;
  /** Names of the doors that are closed at the moment. */
  closed?: readonly string[];
  seen?: Seen | undefined;
}

interface Waiting {
  kind: Asked['kind'];
  worker: Worker;
  place?: Place;
  info?: RunInfo;
  at?: number;
  overlay?: Overlay;
  preview?: PicturePreview;
  insight?: Insight | undefined;
  spot?: Spot | undefined;
  settle: (waiting: Waiting) => void;
  fail: (error: Error) => void;
}

const DIED: Trouble = {
  where: 'The simulation',
  what: 'stopped unexpectedly, perhaps for want of memory',
  remedy: 'press Play to start it again, nothing of the scenario is lost; if it happens again, with fewer people',
};

const NOT_LOADED: Trouble = {
  where: 'The simulation',
  what: 'could not be loaded: the server of this page does not answer, or something keeps the browser from it',
  remedy: 'save what you have edited and reload the page',
};

type Asked = { [K in Request['kind']]: Omit<Extract<Request, { kind: K; id: number }>, 'id'> }[Exclude<
  Request['kind'],
  'reach' | 'rehearse'
>];

export function createSession(events: SessionEvents): Session {
  /** Has the place that is shown. */
  let worker: Worker | undefined;
  /** Builds another one. */
  let aside: Worker | undefined;
  let nextId = 1;
  const waiting = new Map<number, Waiting>();

  function hire(): Worker {
    const hired = new Worker(new URL('../worker/worker.ts', import.meta.url), { type: 'module' });
    let isHeard = false;
    hired.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
      isHeard = true;
      if (hired === worker || hired === aside) hear(data);
    });
    hired.addEventListener('error', (event) => {
      event.preventDefault();
      // What is thrown has a message; a script that did not come has none.
      const trouble = isHeard || (event.message ?? '') !== '' ? DIED : NOT_LOADED;
      end(hired, new RequestError(trouble), trouble);
    });
    return hired;
  }

  /** @param trouble that the page is told if its place is lost */
  function end(ended: Worker | undefined, error: Error, trouble?: Trouble): void {
    if (ended === undefined || (ended !== worker && ended !== aside)) return;
    ended.terminate();
    const isLost = ended === worker;
    if (isLost) worker = undefined;
    else aside = undefined;
    failAll(ended, error);
    if (isLost) events.lost(trouble);
  }

  function failAll(of: Worker, error: Error): void {
    for (const [id, { worker: asked, fail }] of waiting) {
      if (asked !== of) continue;
      waiting.delete(id);
      fail(error);
    }
  }

  function stopAside(): void {
    end(aside, new StoppedError());
  }

  function hear(reply: Reply): void {
    if (reply.kind === 'moments') events.moments(reply.moments);
    else if (reply.kind === 'decisions') events.decisions(reply.decisions);
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
      else if (reply.kind === 'previewed') request.preview = reply.preview;
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

  function ask(asked: Asked, given: Transferable[] = [], by?: Worker): Promise<Waiting> {
    const id = nextId++;
    return new Promise((settle, fail) => {
      const asks = by ?? (worker ??= hire());
      asks.postMessage({ ...asked, id }, given);
      waiting.set(id, { kind: asked.kind, worker: asks, settle, fail });
    });
  }

  async function buildAside(scenario: unknown, files: HeldFile[]): Promise<{ place: Place; take: () => void }> {
    stopAside();
    const own = (aside = hire());
    try {
      const { place } = await ask({ kind: 'build', scenario, files }, [], own);
      const take = () => {
        if (own !== aside) throw new StoppedError();
        const before = worker;
        worker = own;
        aside = undefined;
        before?.terminate();
        if (before !== undefined) failAll(before, new StoppedError());
      };
      return { place: place!, take };
    } catch (error) {
      end(own, new StoppedError());
      throw error;
    }
  }

  async function preview(file: HeldFile): Promise<PicturePreview> {
    stopAside();
    const own = (aside = hire());
    try {
      return (await ask({ kind: 'picture', file }, [], own)).preview!;
    } finally {
      end(own, new StoppedError());
    }
  }

  function stop(): void {
    if (aside !== undefined) {
      stopAside();
      return;
    }
    const isLong = ({ kind }: Waiting) => kind === 'build' || kind === 'start' || kind === 'replay';
    if ([...waiting.values()].some(isLong)) end(worker, new StoppedError());
  }

  return {
    build: async (scenario, files) => (await ask({ kind: 'build', scenario, files })).place,
    buildAside,
    preview,
    start: async (scenario, seed) => (await ask({ kind: 'start', scenario, seed })).info!,
    setDoor: async (door, isOpen) => (await ask({ kind: 'door', door, isOpen })).at!,
    change: async (event) => (await ask({ kind: 'change', event })).at!,
    overlay: async ({ moment, ...asked }) => {
      if (moment === undefined) return (await ask({ kind: 'overlay', ...asked })).overlay;
      return (await ask({ kind: 'overlay', ...asked, moment }, buffersOfMoment(moment))).overlay;
    },
    inspect: async (serial, time, isKnowledgeDrawn) =>
      (await ask({ kind: 'inspect', serial, time, isKnowledgeDrawn })).insight,
    spot: async (level, x, y, wanted) => (await ask({ kind: 'spot', level, x, y, wanted })).spot,
    reach: (time) => worker?.postMessage({ kind: 'reach', time } satisfies Request),
    rehearse: () => worker?.postMessage({ kind: 'rehearse' } satisfies Request),
    replay: (file, scenario, isTogether) => ask({ kind: 'replay', file, scenario, isTogether }),
    stopAside,
    stop,
  };
}
