/**
 * The validation tests and how to run them. A new test is an entry in a list of standards/ or experiments/; its place and people go into
 * set-ups/, what it measures with into instruments/.
 */
import { EMERGENT } from './experiments/emergent.ts';
import { WALKING } from './experiments/walking.ts';
import { IMO } from './standards/imo.ts';
import { ISO } from './standards/iso.ts';
import { NIST } from './standards/nist.ts';
import { RIMEA } from './standards/rimea.ts';
import { SERVICE } from './standards/service.ts';
import type { ValidationTest } from './instruments/validation-test.ts';

export { runTest, type TestResult } from './instruments/run-test.ts';
export type { Figures, ValidationTest, Verdict } from './instruments/validation-test.ts';

/** All of them, in the order they are shown. */
export const VALIDATION_TESTS: readonly ValidationTest[] = [
  ...RIMEA,
  ...NIST,
  ...ISO,
  ...IMO,
  ...EMERGENT,
  ...SERVICE,
  ...WALKING,
];
