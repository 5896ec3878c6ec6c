/** Do walkers walk like people? Tests of our own, with measures and bounds set before walkers were tuned to them (docs/validation.md). */
import type { ValidationTest } from '../instruments/validation-test.ts';
import { BODY_TESTS } from './bodies.ts';
import { CORNER_TESTS } from './corners.ts';
import { OPEN_SPACE_TESTS } from './open-space.ts';
import { STEADY_TESTS } from './steady-walking.ts';
import { TWO_WAY_TESTS } from './two-way-ends.ts';

export const WALKING: readonly ValidationTest[] = [
  ...CORNER_TESTS,
  ...TWO_WAY_TESTS,
  ...STEADY_TESTS,
  ...OPEN_SPACE_TESTS,
  ...BODY_TESTS,
];
