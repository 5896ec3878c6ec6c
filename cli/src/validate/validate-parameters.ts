/** The parameters of the walkers that a run uses where nobody says otherwise → a hash: two tables are comparable if it is the same. */
import { createHash } from 'node:crypto';
import { parseScenario } from '@foulee/engine';

/** Sixteen digits. */
export function parametersHash(): string {
  const { profiles, step, model } = parseScenario({ environment: { walkable: [{ box: [0, 0, 1, 1] }] } });
  return hashOf({ profiles, step, model });
}

/** Fields in the order of their names: moving them about in the sources changes nothing. */
export function hashOf(value: unknown): string {
  const text = JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
