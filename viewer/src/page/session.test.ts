import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Reply, Request } from '../protocol/protocol.ts';
import { createSession, RequestError, type SessionEvents, StoppedError } from './session.ts';

/** Answers when the test says so. */
class PlayedWorker extends EventTarget {
  static readonly all: PlayedWorker[] = [];
  readonly asked: Request[] = [];
  isTerminated = false;

  constructor() {
    super();
    PlayedWorker.all.push(this);
  }

  postMessage(request: Request): void {
    this.asked.push(request);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  say(reply: Reply): void {
    this.dispatchEvent(new MessageEvent('message', { data: reply }));
  }

  /** To the last request: a place of this name. */
  built(name: string): void {
    const { id } = this.asked.at(-1) as Extract<Request, { id: number }>;
    this.say({ kind: 'place', id, place: { name } as never });
    this.say({ kind: 'done', id });
  }

  /** @param message undefined: its script did not come */
  die(message?: string): void {
    this.dispatchEvent(
      Object.assign(new Event('error', { cancelable: true }), message === undefined ? {} : { message }),
    );
  }
}

const workers = PlayedWorker.all;

function setUp() {
  const lost = vi.fn<SessionEvents['lost']>();
  const moments = vi.fn<SessionEvents['moments']>();
  const nothing = () => {};
  const others = {
    progress: nothing,
    started: nothing,
    people: nothing,
    changed: nothing,
    over: nothing,
    warned: nothing,
    decisions: nothing,
  };
  return { session: createSession({ ...others, moments, lost }), lost, moments };
}

/** One whose place is taken. */
async function opened() {
  const made = setUp();
  const building = made.session.buildAside({}, []);
  workers[0].built('first');
  (await building).take();
  return made;
}

const troubleOf = (request: Promise<unknown>) =>
  request.then(
    () => undefined,
    (error: unknown) => (error instanceof RequestError ? error.trouble : error),
  );

beforeEach(() => {
  workers.length = 0;
  vi.stubGlobal('Worker', PlayedWorker);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a worker that dies', () => {
  it('while nothing is asked of it: the page is told at once, and the next request goes to a new one', async () => {
    const { session, lost } = await opened();
    workers[0].die('boom');
    expect(lost).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ where: 'The simulation', what: expect.stringContaining('stopped') as string }),
    );
    expect(workers[0].isTerminated).toBe(true);
    const again = session.build({}, []);
    workers[1].built('first');
    expect(await again).toEqual({ name: 'first' });
  });

  it('while it builds: that fails with what happened', async () => {
    const { session, lost } = await opened();
    const trouble = troubleOf(session.build({}, []));
    workers[0].die('out of memory');
    expect(await trouble).toMatchObject({ what: expect.stringContaining('stopped unexpectedly') as string });
    expect(lost).toHaveBeenCalledOnce();
  });

  it('whose script did not come: reload the page', async () => {
    const { session, lost } = setUp();
    const trouble = troubleOf(session.buildAside({}, []));
    workers[0].die();
    expect(await trouble).toMatchObject({
      what: expect.stringContaining('could not be loaded') as string,
      remedy: expect.stringContaining('reload the page') as string,
    });
    // There was nothing yet.
    expect(lost).not.toHaveBeenCalled();
  });
});

describe('another place', () => {
  it('is built aside: the run goes on until it is taken, and not after', async () => {
    const { session, moments, lost } = await opened();
    const [first] = workers;
    const inspecting = session.inspect(1, 2, false).catch((error: unknown) => error);
    const building = session.buildAside({}, []);
    first!.say({ kind: 'moments', moments: [] });
    expect(moments).toHaveBeenCalledOnce();
    workers[1].built('second');
    const { place, take } = await building;
    expect([place, first!.isTerminated]).toEqual([{ name: 'second' }, false]);
    take();
    expect(first!.isTerminated).toBe(true);
    expect(await inspecting).toBeInstanceOf(StoppedError);
    first!.say({ kind: 'moments', moments: [] });
    expect(moments).toHaveBeenCalledOnce();
    session.reach(7);
    expect(workers[1].asked.at(-1)).toEqual({ kind: 'reach', time: 7 });
    expect(lost).not.toHaveBeenCalled();
  });

  it.each([
    [
      'cannot be built',
      (worker: PlayedWorker) => {
        const trouble = { where: 'a', what: 'b', remedy: 'c' };
        worker.say({ kind: 'failed', id: (worker.asked[0] as { id: number }).id, trouble });
      },
    ],
    ['kills its worker', (worker: PlayedWorker) => worker.die('boom')],
  ])('that %s leaves the one before as it was', async (_, fail) => {
    const { session, lost } = await opened();
    const trouble = troubleOf(session.buildAside({}, []));
    fail(workers[1]);
    expect(await trouble).toHaveProperty('remedy');
    expect([workers[0].isTerminated, workers[1].isTerminated]).toEqual([false, true]);
    expect(lost).not.toHaveBeenCalled();
  });

  it('ends with the next one that is asked for, and when it is stopped', async () => {
    const { session, lost } = await opened();
    const second = session.buildAside({}, []).catch((error: unknown) => error);
    const third = session.buildAside({}, []);
    expect(await second).toBeInstanceOf(StoppedError);
    expect(workers[1].isTerminated).toBe(true);
    workers[2].built('third');
    const { take } = await third;
    session.stop();
    expect(take).toThrow(StoppedError);
    expect([workers[0].isTerminated, workers[2].isTerminated]).toEqual([false, true]);
    expect(lost).not.toHaveBeenCalled();
  });
});

describe('stopping', () => {
  it('ends a worker that builds, and leaves one alone that only lets people walk', async () => {
    const { session, lost } = await opened();
    void session.inspect(1, 2, false).catch(() => {});
    session.stop();
    expect(workers[0].isTerminated).toBe(false);
    const building = session.build({}, []).catch((error: unknown) => error);
    session.stop();
    expect(await building).toBeInstanceOf(StoppedError);
    expect(workers[0].isTerminated).toBe(true);
    expect(lost).toHaveBeenCalledExactlyOnceWith(undefined);
  });
});
