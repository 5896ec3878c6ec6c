/** Do walkers walk like people? Tests of our own, with measures and bounds set before walkers were tuned to them (docs/validation.md). */
import type { ValidationTest } from '../instruments/validation-test.ts';
import { CORNER_TESTS } from './corners.ts';
import { TWO_WAY_TESTS } from './two-way-ends.ts';

export const WALKING: readonly ValidationTest[] = [...CORNER_TESTS, ...TWO_WAY_TESTS];
