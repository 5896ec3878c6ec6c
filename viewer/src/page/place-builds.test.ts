import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PlaceBuilds } from './place-builds.ts';

/** Builds that end when the test says so. */
function setUp() {
  const asked: { isWanted: () => boolean; end: (isBuilt: boolean) => void; fail: (error: Error) => void }[] = [];
  const builds = new PlaceBuilds((isWanted) => new Promise((end, fail) => void asked.push({ isWanted, end, fail })));
  return { builds, asked };
}

const settled = () => vi.advanceTimersByTimeAsync(0);

describe('builds of the place', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('nothing is built of a place that is as it should be', async () => {
    const { builds, asked } = setUp();
    expect(await builds.now()).toBe(true);
    expect(asked).toHaveLength(0);
  });

  it('after a build that failed the place stays old: who asks again has it built again, until one succeeds', async () => {
    const { builds, asked } = setUp();
    builds.outdate();
    builds.soon();
    await vi.advanceTimersByTimeAsync(250);
    asked[0].end(false);
    await settled();
    expect(builds.isOld).toBe(true);

    const again = builds.now();
    await settled();
    asked[1].end(false);
    expect(await again).toBe(false);
    expect(builds.isOld).toBe(true);

    // An edit that mends it.
    builds.outdate();
    const mended = builds.now();
    await settled();
    asked[2].end(true);
    expect(await mended).toBe(true);
    expect(builds.isOld).toBe(false);
  });

  it('a build that throws fails for who asked, and holds up nothing after it', async () => {
    const { builds, asked } = setUp();
    builds.outdate();
    const thrown = builds.now();
    const next = builds.now();
    const refused = expect(thrown).rejects.toThrow('out of order');
    await settled();
    asked[0].fail(new Error('out of order'));
    await refused;
    expect(builds.isOld).toBe(true);
    asked[1].end(true);
    expect(await next).toBe(true);

    await expect(builds.inTurn(() => Promise.reject(new Error('no such file')))).rejects.toThrow('no such file');
    expect(await builds.inTurn(() => Promise.resolve(7))).toBe(7);
  });

  it('a place that the worker has lost is built again by who needs it, and no sooner', async () => {
    const { builds, asked } = setUp();
    builds.lose();
    expect([builds.isOld, builds.isLost]).toEqual([true, true]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toHaveLength(0);
    const again = builds.now();
    await settled();
    // The worker ends once more, while it builds.
    builds.lose();
    asked[0].end(false);
    expect(await again).toBe(false);
    const third = builds.now();
    await settled();
    asked[1].end(true);
    expect(await third).toBe(true);
    expect([builds.isOld, builds.isLost]).toEqual([false, false]);
    // Another place came from elsewhere.
    builds.lose();
    builds.renew();
    expect([builds.isOld, builds.isLost]).toEqual([false, false]);
  });

  it('waits for the last of many edits', async () => {
    const { builds, asked } = setUp();
    for (let k = 0; k < 4; k++) {
      builds.outdate();
      builds.soon();
      await vi.advanceTimersByTimeAsync(200);
    }
    expect(asked).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(50);
    expect(asked).toHaveLength(1);
  });

  it('one at a time; what was edited meanwhile is not shown and not counted as built', async () => {
    const { builds, asked } = setUp();
    builds.outdate();
    const first = builds.now();
    await settled();
    expect(asked[0].isWanted()).toBe(true);
    builds.outdate();
    const second = builds.now();
    await settled();
    expect(asked).toHaveLength(1);
    expect(asked[0].isWanted()).toBe(false);
    asked[0].end(true);
    expect(await first).toBe(false);
    await settled();
    asked[1].end(true);
    expect(await second).toBe(true);
    expect(await builds.now()).toBe(true);
    expect(asked).toHaveLength(2);
  });

  it('another scenario opened meanwhile waits its turn, and what was built or failed before it does not matter', async () => {
    const { builds, asked } = setUp();
    builds.outdate();
    const before = builds.now();
    const opened = vi.fn(() => {
      builds.renew();
      return Promise.resolve();
    });
    const opening = builds.inTurn(opened);
    // An edit of the one before, while the other is being opened.
    builds.soon();
    await settled();
    expect(opened).not.toHaveBeenCalled();
    asked[0].end(false);
    expect(await before).toBe(false);
    await opening;
    expect(builds.isOld).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toHaveLength(1);
  });
});
