import { makeBitmapTown } from '@foulee/testing';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../test/random.ts';
import { InputError } from '../core/errors.ts';
import { tilesOfPicture } from './tiles.ts';
import { makeTown } from './town.ts';
import { loadTown, saveTown } from './town-bytes.ts';

const { pixels, width, height } = makeBitmapTown(128, 5);
const town = makeTown(
  tilesOfPicture(pixels, width, height, { scale: 1.5 }),
  { crossingRange: 2 },
  { narrowDoors: [{ x: 1, y: -2.5, width: 0.6 }], cutOff: [{ x: 3, y: 4, tiles: 5 }] },
);
const bytes = saveTown(town);

/** The checksum of changed content, put right, so that the checks behind it are reached. */
function sealed(changed: Uint8Array): Uint8Array {
  let sum = 0x811c9dc5;
  for (let i = 0; i < changed.length - 4; i++) sum = Math.imul(sum ^ changed[i], 0x01000193);
  new DataView(changed.buffer).setUint32(changed.length - 4, sum >>> 0, true);
  return changed;
}

test('a saved town is loaded as it was', () => {
  expect(town.report.parts.length).toBeGreaterThan(1);
  expect(loadTown(bytes)).toEqual(town);
  expect(saveTown(loadTown(bytes))).toEqual(bytes);
  expect(bytes.length).toBeLessThan(width * height);
  // Also from the middle of a larger buffer.
  const larger = new Uint8Array(bytes.length + 10);
  larger.set(bytes, 7);
  expect(loadTown(larger.subarray(7, 7 + bytes.length))).toEqual(town);
});

describe('wrong bytes', () => {
  test('are told apart', () => {
    expect(() => loadTown(new Uint8Array(0), 'a.town')).toThrow(/a\.town: is no saved town/);
    expect(() => loadTown(Uint8Array.from('FTWX', (c) => c.charCodeAt(0)))).toThrow(/is no saved town/);
    expect(() => loadTown(bytes.subarray(0, 3))).toThrow(InputError);
    expect(() => loadTown(bytes.subarray(0, 4))).toThrow(InputError);
    const newer = bytes.slice();
    newer[4] = 9;
    expect(() => loadTown(newer)).toThrow(/version 9; version 1 is read; make the town again/);
    expect(() => loadTown(bytes.subarray(0, bytes.length - 1))).toThrow(/is damaged/);
    const flipped = bytes.slice();
    flipped[100] ^= 1;
    expect(() => loadTown(flipped)).toThrow(/checksum/);
    const longer = new Uint8Array(bytes.length + 1);
    longer.set(bytes.subarray(0, -4));
    expect(() => loadTown(sealed(longer))).toThrow(/1 bytes too many/);
  });

  test('of any kind end in a town or an InputError, soon', () => {
    const random = createRandom(7);
    let refused = 0;
    for (let run = 0; run < 3000; run++) {
      const changed = bytes.slice(0, random.chance(0.3) ? random.integer(5, bytes.length) : bytes.length);
      for (let k = random.integer(1, 6); k > 0; k--) {
        // Mostly near the start, where counts are.
        const at = random.integer(5, random.chance(0.5) ? Math.min(120, changed.length - 1) : changed.length - 1);
        changed[at] = random.chance(0.3) ? 0xff : random.integer(0, 255);
      }
      try {
        const loaded = loadTown(changed.length < 9 ? changed : sealed(changed));
        for (const neighbour of loaded.graph.item) expect(neighbour).toBeLessThan(loaded.goals.x.length);
      } catch (error) {
        expect(error).toBeInstanceOf(InputError);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(1000);
  }, 30_000);
});
