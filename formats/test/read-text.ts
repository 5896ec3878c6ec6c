/** For the tests: read a file given as text. */
import { type BuildReport, createReport, type Plan, type TriangleSoup } from '@foulee/engine';
import type { Environment, ReadOptions } from '../src/input/environment.ts';
import { readEnvironment } from '../src/index.ts';

export async function readText(
  text: string,
  fileName: string,
  options: ReadOptions = {},
): Promise<{ environment: Environment; report: BuildReport }> {
  const report = createReport();
  const environment = await readEnvironment(new TextEncoder().encode(text), fileName, options, report);
  return { environment, report };
}

export async function readPlan(
  text: string,
  fileName: string,
  options: ReadOptions = {},
): Promise<{ plan: Plan; report: BuildReport }> {
  const { environment, report } = await readText(text, fileName, options);
  if (environment.kind !== 'plan') throw new Error('a plan was expected');
  return { plan: environment.plan, report };
}

export async function readSoup(
  text: string,
  fileName: string,
  options: ReadOptions = {},
): Promise<{ soup: TriangleSoup; report: BuildReport }> {
  const { environment, report } = await readText(text, fileName, options);
  if (environment.kind !== 'soup') throw new Error('a triangle soup was expected');
  return { soup: environment.soup, report };
}

/** "kind × count" of every repair. */
export function repairs(report: BuildReport): string[] {
  return report.repairs.map((repair) => `${repair.kind} × ${repair.count}`);
}
