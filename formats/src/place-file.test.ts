import { createReport, type FileOptions } from '@foulee/engine';
import { expect, it } from 'vitest';
import { readPlaceFile, unusedOptions } from './place-file.ts';

const read = (text: string, name: string, options: FileOptions) =>
  readPlaceFile(new TextEncoder().encode(text), name, options, createReport());
const SQUARE = 'POLYGON((0 0,10000 0,10000 10000,0 10000,0 0))';
const TRIANGLE = 'v 0 0 0\nv 10 0 0\nv 0 10 0\nf 1 2 3\n';

it('hands the options of a scenario to the reader, and leaves those of the build alone', async () => {
  const options: FileOptions = { scale: 0.001, tolerance: 0.01, seedPoints: [[1, 1]], floor: 3 };
  const environment = await read(SQUARE, 'a.wkt', options);
  expect(environment).toMatchObject({ kind: 'plan', format: 'WKT' });
  expect(environment.kind === 'plan' && environment.plan.frame.unitX).toBeCloseTo(1000, 9);
  await expect(read(SQUARE, 'a.wkt', { scale: -1 })).rejects.toThrow(/--scale/);
});

it('knows which options mean nothing for a file', async () => {
  const all: FileOptions = {
    scale: 1,
    up: 'z',
    as: 'walkable',
    crs: 'local',
    margin: 1,
    floor: 0,
    height: 2,
    stepHeight: 0.2,
    tolerance: 0.01,
    seedPoints: [[1, 1]],
    layers: ['A'],
    threshold: 100,
  };
  const plan = await read(SQUARE, 'a.wkt', all);
  expect(unusedOptions(plan, all)).toEqual(['up', 'floor', 'height', 'stepHeight', 'layers', 'threshold']);
  const model = await read(TRIANGLE, 'a.obj', all);
  expect(unusedOptions(model, all)).toEqual(['as', 'crs', 'layers', 'threshold']);
  expect(unusedOptions({ ...plan, format: 'PNG' }, all)).toEqual([
    'up',
    'floor',
    'height',
    'stepHeight',
    'layers',
    'crs',
    'margin',
  ]);
  expect(unusedOptions(plan, { scale: 1, tolerance: 0.01 })).toEqual([]);
});
