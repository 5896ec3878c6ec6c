/** A step of walkers on tiles leaves nothing to be collected. */
import { makeBitmapTown } from '@foulee/testing';
import { expect, it } from 'vitest';
import { tilesOfPicture } from '../src/raster/tiles.ts';
import { makeTown } from '../src/raster/town.ts';
import { createStreamTown, stepStreamTown } from '../src/walkers/stream/stream-town.ts';
import { bytesPerCall } from './oracles/allocation.ts';

it('with a thousand walkers in a full town, but for a number or two', () => {
  const { pixels, width, height } = makeBitmapTown(96, 1);
  // Below the number from which slots are sorted now and then, which takes arrays.
  const run = createStreamTown(makeTown(tilesOfPicture(pixels, width, height)), { walkers: 999, seed: 1 });
  for (let k = 0; k < 480; k++) stepStreamTown(run);
  const { advice } = run.thinking;
  let steps = 0;
  advice.asked = 0;
  const bytes = bytesPerCall(() => {
    steps++;
    stepStreamTown(run);
  });
  const looks = advice.asked / steps;
  expect(looks).toBeGreaterThan(50);
  // The engine of JavaScript boxes some marks on their way out of a function: a few numbers per look, and no object.
  expect(bytes / looks).toBeLessThan(6 * 16);
});
