/** Scale and threshold of a picture: what the scenario keeps, and what is said of them. */
import { parseScenario } from '@foulee/engine';
import { expect, test } from 'vitest';
import { type PicturePreview, USUAL_PICTURE } from '../protocol/picture-preview.ts';
import { scenarioOfPlace } from './open-files.ts';
import {
  buildingShare,
  paintBuildings,
  pictureProblem,
  pictureSettings,
  sizeText,
  withPicture,
} from './picture-words.ts';

/** A row of pixels, each shown as it is. */
function rowOf(...greys: number[]): PicturePreview {
  const counts = new Float64Array(256);
  for (const grey of greys) counts[grey]++;
  const grey = Uint8Array.from(greys);
  const size = { width: greys.length, height: 1, columns: greys.length, rows: 1, reduced: 1 };
  return { ...size, grey, darkest: grey, lightest: grey, counts };
}

const black = (preview: PicturePreview, settings = USUAL_PICTURE) => {
  const pixels = new Uint8ClampedArray(4 * preview.columns);
  paintBuildings(preview, settings, pixels);
  return [...pixels].filter((_, k) => k % 4 === 0).map((value) => value === 0);
};

test('a scenario keeps what is not as usual, and gives it back', () => {
  const data = scenarioOfPlace({ name: 'town.png', bytes: new Uint8Array(0) });
  const settings = { scale: 0.75, threshold: 90, isInverted: true };
  const kept = withPicture(data, settings);
  expect(kept.environment).toEqual({ file: 'town.png', scale: 0.75, threshold: 90, as: 'walkable' });
  expect(pictureSettings(kept.environment as Record<string, unknown>)).toEqual(settings);
  expect(withPicture(kept, USUAL_PICTURE)).toEqual(data);
  expect(pictureSettings({ file: 'town.png' })).toEqual(USUAL_PICTURE);
  const walkers = [{ in: { box: [0, 0, 1, 1] }, count: 1, exit: 'nearest' }];
  expect(parseScenario({ ...kept, exits: { out: { box: [0, 0, 1, 1] } }, walkers }).environment).toMatchObject({
    options: { scale: 0.75, threshold: 90, as: 'walkable' },
  });
});

test('buildings are what is darker than the threshold, or the rest', () => {
  const preview = rowOf(0, 99, 100, 255);
  const settings = { scale: 1, threshold: 100, isInverted: false };
  expect(black(preview, settings)).toEqual([true, true, false, false]);
  expect(buildingShare(preview, settings)).toBe(0.5);
  expect(black(preview, { ...settings, isInverted: true })).toEqual([false, false, true, true]);
  const reduced = { ...rowOf(120, 120), darkest: Uint8Array.of(0, 120), lightest: Uint8Array.of(120, 255) };
  expect(black(reduced, settings)).toEqual([true, false]);
  expect(black(reduced, { scale: 1, threshold: 200, isInverted: true })).toEqual([false, true]);
});

test('the size of the place', () => {
  const preview = { ...rowOf(0, 255), width: 512, height: 384 };
  expect(sizeText(preview, 1)).toBe('512 × 384 m');
  expect(sizeText(preview, 0.1)).toBe('51.2 × 38.4 m');
  expect(sizeText(preview, 10)).toBe('5,120 × 3,840 m');
});

test('what cannot be opened says why, and what to do', () => {
  const problem = (preview: PicturePreview, settings = {}) =>
    pictureProblem(preview, { ...USUAL_PICTURE, ...settings });
  expect(problem(rowOf(255, 255))).toMatch(/white all over, so it shows no buildings/);
  expect(problem(rowOf(0, 0))).toMatch(/black all over/);
  expect(problem(rowOf(7, 7))).toMatch(/the same grey \(7 of 255\) all over/);
  expect(problem(rowOf(180, 220))).toBe('Nothing counts as building at this threshold. Choose one from 181 to 220.');
  expect(problem(rowOf(180, 220), { isInverted: true })).toMatch(/^Everything counts.* from 181 to 220/);
  expect(problem(rowOf(0, 1), { threshold: 0 })).toMatch(/^Nothing counts.*Choose 1\.$/);
  for (const threshold of [181, 220]) expect(problem(rowOf(180, 220), { threshold })).toBeUndefined();
  expect(problem(rowOf(0, 255), { scale: 0 })).toMatch(/metres per pixel, from 0\.001 to 1,000/);
  expect(problem(rowOf(0, 255), { scale: NaN })).toMatch(/metres per pixel/);
  expect(problem(rowOf(0, 255))).toBeUndefined();
});
