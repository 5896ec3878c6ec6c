/** For browser tests: what a pointer does at places of the plan. */
import type { Page } from 'playwright-core';

/** Where a point of the plan is on the screen: a label is put there, and found. */
export async function pixelOf(page: Page, x: number, y: number): Promise<[number, number]> {
  return page.evaluate(
    async ([planX, planY]) => {
      const { page: state } = globalThis.foulee;
      const [originX, originY] = state.place!.origin;
      const points = [planX - originX, planY - originY];
      // On the level that is looked at: those above are not seen.
      const z = state.place!.levels.find(({ name }) => name === state.level)?.elevation ?? 0;
      state.sketch('probe', [{ kind: 'point', points, z, colour: '#ff0000', label: '@probe' }]);
      // In the next picture; one more, should this one be under way.
      for (let k = 0; k < 2; k++) await new Promise((resolve) => requestAnimationFrame(resolve));
      const label = [...document.querySelectorAll<HTMLElement>('.labels span')].find(
        ({ textContent }) => textContent === '@probe',
      )!;
      const { e, f } = new DOMMatrix(label.style.transform);
      const { left, top } = document.querySelector('canvas')!.getBoundingClientRect();
      state.sketch('probe', []);
      return [left + e, top + f] as [number, number];
    },
    [x, y] as const,
  );
}

export async function click(page: Page, x: number, y: number): Promise<void> {
  await page.mouse.click(...(await pixelOf(page, x, y)));
}

export async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const [ax, ay] = await pixelOf(page, ...from);
  const [bx, by] = await pixelOf(page, ...to);
  await page.mouse.move(ax, ay);
  await page.mouse.down();
  await page.mouse.move((ax + bx) / 2, (ay + by) / 2);
  await page.mouse.move(bx, by);
  await page.mouse.up();
}

/** Until so many pictures were drawn, where something has changed. */
export async function pictures(page: Page, count: number): Promise<void> {
  await page.evaluate(async (many) => {
    for (let k = 0; k < many; k++) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, count);
}

/** Until the camera stands still: what was asked of it has moved the picture as far as it goes. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { page: state } = globalThis.foulee;
    const [left, bottom, right, top] = state.place!.bounds;
    // Two: one could be where the camera turns or comes nearer to.
    const corners = [
      [left, bottom],
      [right, top],
    ];
    const names = corners.map((_, k) => `@still ${k}`);
    state.sketch(
      'still',
      corners.map((points, k) => ({ kind: 'point', points, z: 0, colour: '#ff0000', label: names[k] })),
    );
    let before = '';
    for (let same = 0; same < 5; ) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      // What is behind the camera has no place in the picture.
      const places = [...document.querySelectorAll<HTMLElement>('.labels span')]
        .filter(({ textContent }) => names.includes(textContent!))
        .map(({ style }) => style.transform);
      const now = [state.pixel.toPrecision(3), ...places].join();
      same = now === before ? same + 1 : 0;
      before = now;
    }
    state.sketch('still', []);
  });
}
