/** The validation tests and how to run them. */
import { EMERGENT } from './emergent.ts';
import { IMO } from './imo.ts';
import { ISO } from './iso.ts';
import { NIST } from './nist.ts';
import { RIMEA } from './rimea.ts';
import { SERVICE } from './service.ts';
import type { ValidationTest } from './validation-test.ts';

export { runTest, type TestResult } from './run-test.ts';
export type { Figures, ValidationTest, Verdict } from './validation-test.ts';

/** All of them, in the order they are shown. */
export const VALIDATION_TESTS: readonly ValidationTest[] = [...RIMEA, ...NIST, ...ISO, ...IMO, ...EMERGENT, ...SERVICE];
