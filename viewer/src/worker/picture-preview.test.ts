/** The preview of a picture: small ones as they are, large ones with the extremes of what each pixel stands for. */
import { InputError } from '@foulee/engine';
import { greyPng } from '@foulee/testing';
import { expect, test } from 'vitest';
import { previewOf } from './picture-preview.ts';

const png = (width: number, ...grey: number[]) => ({ name: 'town.png', bytes: greyPng(width, grey) });

test('a small picture is shown pixel by pixel', async () => {
  const preview = await previewOf(png(3, 0, 128, 255, 7, 7, 9));
  expect(preview).toMatchObject({ width: 3, height: 2, columns: 3, rows: 2, reduced: 1 });
  for (const shown of [preview.grey, preview.darkest, preview.lightest])
    expect([...shown]).toEqual([0, 128, 255, 7, 7, 9]);
  expect([...preview.counts.entries()].filter(([, count]) => count > 0)).toEqual([
    [0, 1],
    [7, 2],
    [9, 1],
    [128, 1],
    [255, 1],
  ]);
});

test('a large one is reduced, and thin walls and the edge stay', async () => {
  const preview = await previewOf(png(5, 255, 255, 200, 200, 10, 255, 0, 200, 200, 30, 50, 60, 70, 80, 90), 3);
  expect(preview).toMatchObject({ width: 5, height: 3, columns: 3, rows: 2, reduced: 2 });
  expect([...preview.darkest]).toEqual([0, 200, 10, 50, 70, 90]);
  expect([...preview.lightest]).toEqual([255, 200, 30, 60, 80, 90]);
  expect([...preview.grey]).toEqual([191, 200, 20, 55, 75, 90]);
});

test('what is no picture is refused with what to do', async () => {
  await expect(previewOf({ name: 'a.png', bytes: new TextEncoder().encode('text') })).rejects.toThrow(InputError);
});
