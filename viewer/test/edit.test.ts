/** Editing: an empty room filled by hand, played, saved, opened and run by the command; walls moved; what is wrong is said. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { box, dxf, line } from '@foulee/formats/testing';
import { freshBundle, runLauncher } from '@foulee/testing';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { pageTests, untilPlaying } from './browser.ts';
import { click, drag, pictures, pixelOf, untilStill } from './on-the-floor.ts';

const take = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const dataOf = (page: Page) => page.evaluate(() => globalThis.foulee.page.document!.data);
const untilOver = (page: Page) => page.waitForFunction(() => globalThis.foulee.page.summary !== undefined);
const summaryOf = (page: Page) => page.evaluate(() => globalThis.foulee.page.summary!);

async function openNew(page: Page): Promise<void> {
  await untilPlaying(page);
  await page.evaluate(() => globalThis.foulee.page.openNew());
  await page.getByRole('list', { name: 'What to do first' }).waitFor();
  await page.waitForFunction(() => globalThis.foulee.page.place?.name === 'New room');
}

async function openBottleneck(page: Page): Promise<void> {
  await untilPlaying(page);
  await page.evaluate(async () => {
    const { page: state } = globalThis.foulee;
    await state.openFromGallery('bottleneck-080');
    state.panel = 'people';
    state.camera = 'plan';
  });
}

/** With a comment wherever one can stand. */
const COMMENTED = `# Measured on site
name: Gate hall   # as on the sign
duration: 60
environment: { walkable: [{ box: [0, 0, 20, 10] }] } # one room

exits:
  # to the street
  out: { box: [18, 2, 20, 8] } # wide
  yard: { box: [9, 8, 11, 10] } # shut in winter
sources:
  # by bus
  - { name: stop, in: { box: [1, 3, 3, 7] }, rate: 0.5, exit: nearest } # thirty a minute
measure:
  lines: { middle: [[12, 0], [12, 6]] } # half way
`;

pageTests('editing', ({ openPage }) => {
  beforeAll(freshBundle);

  it('a box is drawn over the hint of its tool, and ends there', async () => {
    const { page } = await openPage({ query: 'scenario=corner' });
    await openNew(page);
    await page.evaluate(() => (globalThis.foulee.page.camera = 'plan'));
    await untilStill(page);
    await take(page, 'Exit area');
    const hint = (await page.getByText('Exit: drag a box').boundingBox())!;
    const [x, y] = [hint.x + hint.width / 2, hint.y + hint.height / 2];
    await page.mouse.move(x - 120, y - 200);
    await page.mouse.down();
    await page.mouse.move(x - 60, y - 100);
    await page.mouse.move(x, y);
    await page.mouse.up();
    await page.waitForFunction(() => Object.keys(globalThis.foulee.page.document!.data.exits ?? {}).length === 1);
    const exits = (await dataOf(page)).exits as Record<string, { box: number[] }>;
    const [left, bottom, right, top] = Object.values(exits)[0].box as [number, number, number, number];
    // As far as it was drawn: 200 pixels for 120.
    expect((top - bottom) / (right - left)).toBeCloseTo(200 / 120, 0);
  });

  it('what is drawn is chosen by a click and changed in its card, and the file keeps its comments', async () => {
    const { page } = await openPage({ query: 'scenario=corner' });
    await untilPlaying(page);
    await page.getByLabel('Files to open').setInputFiles({
      name: 'hall.yaml',
      mimeType: 'text/plain',
      buffer: Buffer.from(COMMENTED),
    });
    await page.waitForFunction(() => globalThis.foulee.page.info?.name === 'Gate hall');
    const text = () => page.evaluate(() => globalThis.foulee.page.scenarioFile()!.text);
    const chosen = () => page.evaluate(() => globalThis.foulee.page.chosen);
    expect(await text()).toBe(COMMENTED);
    // Standing still at the first moment, where nobody is in the way; seen faintly, and chosen without a tool.
    await page.keyboard.press(' ');
    await page.keyboard.press('Home');
    await page.keyboard.press('1');
    await click(page, 2, 5);
    const card = page.getByRole('group', { name: 'stop' });
    await card.waitFor();
    expect(await chosen()).toEqual(['sources', 0]);

    await card.getByRole('combobox', { name: 'People come' }).selectOption('by a schedule');
    await card.getByRole('button', { name: 'Add a time' }).click();
    await card.getByRole('textbox', { name: 'Time 2, s' }).fill('0');
    await card.getByRole('alert').getByText('not after the one before').waitFor();
    await card.getByRole('textbox', { name: 'Time 2, s' }).fill('45');
    await card.getByRole('textbox', { name: 'People a minute from time 2' }).fill('90');
    await card.getByRole('button', { name: 'Add a burst' }).click();
    await card.getByRole('textbox', { name: 'Burst 1 people' }).fill('12');
    await card.getByRole('combobox', { name: 'Profile' }).selectOption('several, by shares');
    await card.getByRole('combobox', { name: 'Profile 2' }).selectOption('luggage');
    await card.getByRole('textbox', { name: 'Share of luggage' }).fill('60');
    expect((await dataOf(page)).sources).toEqual([
      {
        name: 'stop',
        in: { box: [1, 3, 3, 7] },
        schedule: [
          [0, 0.5],
          [45, 1.5],
        ],
        bursts: [{ at: 0, count: 12, over: 30, every: 300 }],
        profile: { default: 80, luggage: 60 },
        exit: 'nearest',
      },
    ]);
    // Typing is one edit, each choice another.
    await card.getByRole('textbox', { name: 'Share of luggage' }).blur();
    await page.keyboard.press('Control+z');
    expect((await dataOf(page)).sources).toMatchObject([{ profile: { default: 80, luggage: 20 } }]);
    await page.keyboard.press('Control+Shift+z');

    await page.getByText(/^Profiles/).click();
    await page.getByRole('button', { name: 'Add a profile' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('commuter');
    await page.getByRole('textbox', { name: 'Name' }).press('Enter');
    const profile = page.getByRole('group', { name: 'commuter' });
    await profile.getByRole('combobox', { name: 'Walks at' }).selectOption('normal');
    await profile.getByRole('textbox', { name: 'Walks at mean, m/s' }).fill('1.6');
    await profile.getByRole('textbox', { name: 'Walks at not above, m/s' }).fill('2.2');
    await profile.getByRole('combobox', { name: 'Like' }).selectOption('adult');
    expect((await dataOf(page)).profiles).toEqual({
      default: {},
      commuter: { speed: { normal: [1.6, 0.2], within: [0.4, 2.2] }, like: 'adult' },
    });
    expect(await page.evaluate(() => globalThis.foulee.page.problems)).toEqual([]);

    // F frames it: ten metres then fill more of the picture. Esc lets go, Delete removes.
    const metres = async () => (await pixelOf(page, 20, 5))[0] - (await pixelOf(page, 10, 5))[0];
    const before = await metres();
    await click(page, 10, 9);
    expect(await chosen()).toEqual(['exits', 'yard']);
    await page.keyboard.press('f');
    await page.waitForFunction(() => globalThis.foulee.page.pixel < 0.018);
    expect(await metres()).toBeGreaterThan(1.5 * before);
    await page.keyboard.press('Escape');
    expect(await chosen()).toBeUndefined();
    await page.keyboard.press('f');
    await page.waitForFunction(() => globalThis.foulee.page.pixel > 0.026);
    await untilStill(page);
    await click(page, 12, 3);
    expect(await chosen()).toEqual(['measure', 'lines', 'middle']);
    await click(page, 10, 9);
    await page.keyboard.press('Delete');
    expect((await dataOf(page)).exits).toEqual({ out: { box: [18, 2, 20, 8] } });

    const profiles =
      'profiles:\n  default: {}\n  commuter: { speed: { normal: [1.6, 0.2], within: [0.4, 2.2] }, like: adult }\n';
    const added =
      'schedule: [[0, 0.5], [45, 1.5]], bursts: [{ at: 0, count: 12, over: 30, every: 300 }], profile: { default: 80, luggage: 60 }';
    expect(await text()).toBe(
      COMMENTED.replace(/ {2}yard.*\n/, '')
        .replace('# one room\n', `# one room\n${profiles}`)
        .replace('rate: 0.5, exit: nearest', `exit: nearest, ${added}`),
    );
  });

  it('on a tablet: one finger draws, two move and zoom, and controls are large enough', async () => {
    const { page } = await openPage({ query: 'scenario=corner', hasTouch: true });
    await openNew(page);
    const low = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('button, select, input[type=text], input[type=range]')]
        .filter((one) => one.offsetParent !== null && one.getBoundingClientRect().height < 35.5)
        .map((one) => one.outerHTML),
    );
    expect(low).toEqual([]);
    const devtools = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: [number, number][]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: touchPoints.map(([x, y], id) => ({ x, y, id })) });
    const scale = () => page.evaluate(() => globalThis.foulee.page.pixel);

    // Two fingers zoom, also with a tool in hand, and draw nothing.
    await page.getByRole('button', { name: 'Exit area', exact: true }).tap();
    const [x, y] = await pixelOf(page, 8, 4);
    const before = await scale();
    await touch('touchStart', [x - 40, y]);
    await touch('touchStart', [x - 40, y], [x + 40, y]);
    for (const far of [60, 80, 100, 120, 140]) {
      await touch('touchMove', [x - far, y], [x + far, y]);
      // No faster than fingers: each comes nearer from where the picture is by then.
      await pictures(page, 8);
    }
    await touch('touchEnd');
    await page.waitForFunction((now) => globalThis.foulee.page.pixel < 0.8 * now, before);
    expect((await dataOf(page)).exits).toBeUndefined();
    await page.evaluate(() => globalThis.foulee.page.frameAsked++);
    await page.waitForFunction((now) => globalThis.foulee.page.pixel > 0.97 * now, before);
    await untilStill(page);

    // One draws.
    const [from, to] = [await pixelOf(page, 14, 1), await pixelOf(page, 15.5, 7)];
    await touch('touchStart', from);
    await touch('touchMove', [from[0] + 20, from[1] - 20]);
    await touch('touchMove', to);
    await touch('touchEnd');
    expect((await dataOf(page)).exits).toEqual({ exit: { box: [14, 1, 15.5, 7] } });

    // Without a tool one moves the plan, and a tap chooses.
    await page.keyboard.press('Escape');
    const [ax, ay] = await pixelOf(page, 5, 4);
    await touch('touchStart', [ax, ay]);
    for (const far of [20, 40, 60]) await touch('touchMove', [ax + far, ay]);
    await touch('touchEnd');
    await untilStill(page);
    const moved = (await pixelOf(page, 5, 4))[0] - ax;
    expect(moved).toBeGreaterThan(40);
    expect(moved).toBeLessThan(65);
    await page.touchscreen.tap(...(await pixelOf(page, 14.5, 4)));
    expect(await page.evaluate(() => globalThis.foulee.page.chosen)).toEqual(['exits', 'exit']);
  });

  it('an empty room is filled by hand, everybody leaves, and the command walks to the same hash', async () => {
    const { page } = await openPage({ query: 'scenario=corner' });
    await openNew(page);
    await take(page, 'Exit line');
    await click(page, 15.5, 0);
    await click(page, 15.5, 8);
    await take(page, 'People');
    await drag(page, [1, 1], [9, 7]);
    expect(await dataOf(page)).toMatchObject({
      exits: {
        exit: {
          line: [
            [15.5, 0],
            [15.5, 8],
          ],
        },
      },
      walkers: [{ in: { box: [1, 1, 9, 7] }, count: 50, exit: 'nearest' }],
    });

    await page.keyboard.press('Control+z');
    expect((await dataOf(page)).walkers ?? []).toEqual([]);
    await page.keyboard.press('Control+Shift+z');
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: 'Redo' }).click();
    expect((await dataOf(page)).walkers).toHaveLength(1);

    await page.getByRole('combobox', { name: 'Speed' }).selectOption('as fast as it goes');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await untilOver(page);
    const summary = await summaryOf(page);
    expect(summary).toMatchObject({ entered: 50, arrived: 50, inside: 0, warnings: [] });
    // Fifty through a metre, and 12 m to walk.
    expect(summary.seconds).toBeGreaterThan(20);
    expect(summary.seconds).toBeLessThan(80);
    expect(await page.getByRole('list', { name: 'What to do first' }).count()).toBe(0);

    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('new-room.yaml');
    const text = readFileSync(await saved.path(), 'utf8');
    const before = await dataOf(page);
    await page.evaluate(async (yaml) => {
      const bytes = new TextEncoder().encode(yaml);
      await globalThis.foulee.page.openFiles([{ name: 'new-room.yaml', bytes }]);
    }, text);
    expect(await dataOf(page)).toEqual(before);

    const folder = mkdtempSync(join(tmpdir(), 'foulee-edit-'));
    try {
      const file = join(folder, saved.suggestedFilename());
      writeFileSync(file, text);
      const { code, out } = await runLauncher('run', file);
      expect(code).toBe(0);
      expect(out).toContain(`hash        ${summary.hash}, seed 1`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('entrances, waiting areas, single people, walls, obstacles and doors are drawn, chosen, typed and deleted', async () => {
    const { page } = await openPage({ query: 'scenario=corner', isDrawn: true });
    await openNew(page);
    await take(page, 'Exit area');
    await drag(page, [14, 1], [15.5, 7]);
    await take(page, 'Waiting area');
    for (const [x, y] of [
      [8, 5],
      [11, 5],
      [11, 7.5],
      [8, 7.5],
    ] as const)
      await click(page, x, y);
    await page.keyboard.press('Enter');
    await take(page, 'Entrance');
    await drag(page, [0.5, 0.5], [2, 3]);
    await page.getByRole('textbox', { name: 'Come, a minute' }).fill('40');
    await page.getByRole('button', { name: 'Add a stop' }).click();
    await page.getByRole('textbox', { name: 'Stop 1 waits for exactly, s' }).fill('20');
    await page.getByRole('combobox', { name: 'Profile' }).selectOption('luggage');
    await take(page, 'One person');
    await click(page, 4, 4);
    await click(page, 15, 4);
    await take(page, 'Wall');
    await click(page, 5, 1);
    await click(page, 5, 3);
    await page.keyboard.press('Enter');
    await take(page, 'Obstacle');
    await drag(page, [8, 1], [9, 2]);
    await take(page, 'Door');
    await click(page, 12.5, 3.5);
    await click(page, 12.5, 4.5);
    await page.waitForFunction(() => globalThis.foulee.page.place!.doors.length === 2);
    const data = await dataOf(page);
    expect(data).toMatchObject({
      exits: { exit: { box: [14, 1, 15.5, 7] } },
      goals: {
        'waiting area': {
          polygon: [
            [8, 5],
            [11, 5],
            [11, 7.5],
            [8, 7.5],
          ],
        },
      },
      sources: [
        {
          name: 'entrance',
          in: { box: [0.5, 0.5, 2, 3] },
          rate: 0.666667,
          profile: 'luggage',
          itinerary: [{ goal: 'waiting area', wait: 20 }, { exit: 'nearest' }],
        },
      ],
      walkers: [{ at: [4, 4], goal: 'exit' }],
      environment: {
        lines: [
          [
            [5, 1],
            [5, 3],
          ],
        ],
        obstacles: [{ box: [8, 1, 9, 2] }],
        doors: {
          'door 2': [
            [12.5, 3.5],
            [12.5, 4.5],
          ],
        },
      },
    });
    // The room of 96 m², the doorway, the outside of 28 m², less the obstacle.
    await page.waitForFunction(() => Math.abs(globalThis.foulee.page.place!.area - 123.5) < 1e-3);

    // What is used is not deleted, and it is said by whom; a name changes everywhere.
    await page.getByRole('button', { name: 'waiting area', exact: false }).last().click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alert').getByText('is used by entrance “entrance”').waitFor();
    await page.getByRole('textbox', { name: 'Name' }).fill('lounge');
    await page.getByRole('textbox', { name: 'Name' }).press('Enter');
    expect((await dataOf(page)).sources).toMatchObject([{ itinerary: [{ goal: 'lounge' }, { exit: 'nearest' }] }]);

    // Chosen by a click, moved by a drag, deleted by a key.
    await take(page, 'Select and move');
    await drag(page, [4, 4], [6, 5]);
    expect((await dataOf(page)).walkers).toMatchObject([{ at: [6, 5] }]);
    await page.keyboard.press('Delete');
    expect((await dataOf(page)).walkers).toEqual([]);
    expect(await page.evaluate(() => globalThis.foulee.page.problems)).toEqual([]);

    // What is wrong is said, with whose it is.
    await page.keyboard.press('Escape');
    await page.evaluate(() => globalThis.foulee.page.edit((now) => ({ ...now, exits: {} })));
    await page
      .getByRole('list', { name: 'To mend before it can run' })
      .getByText('has no exits to choose from')
      .waitFor();
    await page.keyboard.press('Control+z');
    expect(await page.getByRole('list', { name: 'To mend before it can run' }).count()).toBe(0);
  });

  it('a bottleneck is made wider by hand, and people leave sooner', async () => {
    const { page } = await openPage({ query: 'scenario=corner' });
    await openBottleneck(page);
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('as fast as it goes');
    await untilOver(page);
    const narrow = await summaryOf(page);
    await take(page, 'Select and move');
    await page.getByText('Floor and walls').click();
    await page.getByRole('button', { name: 'floor 1' }).click();
    await drag(page, [12.5, 4.6], [12.5, 4.4]);
    await page.getByRole('textbox', { name: 'y of 9' }).fill('5.6');
    await page.getByRole('textbox', { name: 'y of 9' }).press('Tab');
    await page.getByRole('textbox', { name: 'y of 10', exact: true }).fill('5.6');
    await page.getByRole('textbox', { name: 'y of 10', exact: true }).press('Tab');
    expect(await dataOf(page)).toMatchObject({
      environment: {
        walkable: [
          [
            [0, 0],
            [10, 0],
            [10, 4.4],
            [15, 4.4],
            [15, 0],
            [25, 0],
            [25, 10],
            [15, 10],
            [15, 5.6],
            [10, 5.6],
            [10, 10],
            [0, 10],
          ],
        ],
      },
    });
    expect(await page.evaluate(() => globalThis.foulee.page.isEdited)).toBe(true);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForFunction(() => !globalThis.foulee.page.isEdited);
    await untilOver(page);
    const wide = await summaryOf(page);
    expect(wide).toMatchObject({ arrived: narrow.arrived, inside: 0 });
    expect(wide.seconds).toBeLessThan(0.8 * narrow.seconds);

    // Play while the place is being built, a quarter of a second after it was changed: the run waits for it, and is that of the scenario.
    await page.evaluate(async () => {
      const { page: state } = globalThis.foulee;
      state.edit((data) => ({ ...data, environment: { walkable: [{ box: [0, 0, 26, 10] }] } }));
      await new Promise((done) => setTimeout(done, 250));
      state.toggle();
    });
    await page.waitForFunction(() => !globalThis.foulee.page.isEdited && globalThis.foulee.page.summary !== undefined);
    expect(await page.evaluate(() => globalThis.foulee.page.place!.area)).toBe(260);

    // A place that cannot be built: Play says so again, and lets nobody walk in the one before. A later edit mends it.
    const setPlace = (environment: object) =>
      page.evaluate((now) => globalThis.foulee.page.edit((data) => ({ ...data, environment: now })), environment);
    const trouble = page.getByRole('alert').getByText('is not here');
    await setPlace({ file: 'gone.geojson' });
    for (let k = 0; k < 2; k++) {
      await trouble.waitFor();
      await page.getByRole('button', { name: 'Close', exact: true }).last().click();
      if (k === 0) await page.getByRole('button', { name: 'Play', exact: true }).click();
    }
    expect(await page.evaluate(() => [globalThis.foulee.page.isEdited, globalThis.foulee.page.isPlaying])).toEqual([
      true,
      false,
    ]);
    await setPlace({ walkable: [{ box: [0, 0, 27, 10] }] });
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForFunction(() => !globalThis.foulee.page.isEdited && globalThis.foulee.page.summary !== undefined);
    expect(await page.evaluate(() => globalThis.foulee.page.place!.area)).toBe(270);
  });

  it('layers of a drawing are chosen by their names, and then by hand', async () => {
    const { page } = await openPage({ query: 'scenario=corner' });
    await untilPlaying(page);
    const drawing = dxf({
      unit: 6,
      entities: [box('Walls', 0, 0, 10), box('A-FURN', 4, 4, 2), line('0', 0, 2, 10, 2)],
    });
    await page.getByLabel('Files to open').setInputFiles({
      name: 'office.dxf',
      mimeType: 'text/plain',
      buffer: Buffer.from(drawing),
    });
    const isFloor = (area: number) =>
      page.waitForFunction((square) => Math.abs(globalThis.foulee.page.place!.area - square) < 1e-6, area);
    const layersOf = async () => ((await dataOf(page)).environment as { layers?: string[] }).layers;
    await isFloor(80);
    await page.getByRole('tab', { name: 'Place' }).click();
    await page.getByText('How the file is read').click();
    const layers = page.getByRole('group', { name: 'Layers that are read' });
    const layer = (name: string) => layers.getByRole('checkbox', { name });
    const ticked = () =>
      layers.getByRole('checkbox').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked));
    expect(await ticked()).toEqual([true, false, true]);
    await layers.getByText('2 of 3 are read, chosen by their names').waitFor();
    await page.getByText('“Layers that are read” with Walls, A-FURN, 0 ticked reads them, too').waitFor();

    await layer('A-FURN, 1 line').check();
    await isFloor(76);
    await layer('0, 1 line').uncheck();
    await isFloor(96);
    expect(await layersOf()).toEqual(['Walls', 'A-FURN']);
    await layer('A-FURN, 1 line').uncheck();
    await isFloor(100);
    expect(await ticked()).toEqual([true, false, false]);
    expect(await layer('Walls, 1 line').isDisabled()).toBe(true);
    await layers.getByRole('button', { name: 'Choose by their names' }).click();
    await isFloor(80);
    expect(await layersOf()).toBeUndefined();
    expect(await ticked()).toEqual([true, false, true]);
  });

  it('walls that come from a file are left to the file, and it is said', async () => {
    const { page } = await openPage({ query: 'scenario=station-hall' });
    await untilPlaying(page);
    await page.evaluate(() => {
      globalThis.foulee.page.panel = 'people';
    });
    await page.getByText('Walls and floor come from environment.geojson').waitFor();
    // What is drawn while people walk comes at that moment; doors do not.
    expect(await page.getByRole('button', { name: 'Obstacle', exact: true }).count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Door', exact: true }).count()).toBe(0);
    // The hall lies above the platform: which of them is drawn on is chosen.
    await page.getByRole('combobox', { name: 'Level' }).selectOption('platform');
    await page.keyboard.press('1');
    await take(page, 'People');
    await drag(page, [42, 38.5], [48, 41]);
    expect((await dataOf(page)).walkers).toMatchObject([
      // From so far away it may snap to what stands there.
      {
        in: { box: [42, 38.5, 48, expect.closeTo(41, 0)], level: 'platform' },
        count: expect.closeTo(30, -1),
        profile: 'adult',
        exit: 'nearest',
      },
    ]);
    expect(await page.evaluate(() => globalThis.foulee.page.problems)).toEqual([]);
  });
});
