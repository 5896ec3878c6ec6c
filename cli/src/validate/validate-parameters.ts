/** The parameters of the walkers that a run uses where nobody says otherwise → a hash: two tables are comparable if it is the same. */
import { createHash } from 'node:crypto';
import { BEHAVIOURS, parseScenario, type Profile, USUAL_PROFILE } from '@foulee/engine';

/** Sixteen digits. */
export function parametersHash(): string {
  const { profiles, step, model } = parseScenario({ environment: { walkable: [{ box: [0, 0, 1, 1] }] } });
  return hashOf({ profiles, step, model, walker: asHashed(USUAL_PROFILE) });
}

/** The walker in the words of the first published tables, with angles in radians: the same parameters keep the same hash. */
function asHashed({
  epsilon,
  reactionTime,
  swerve,
  coneThreshold,
  turning,
  stairs,
  behaviour,
  pure,
  stepFree,
  ...others
}: Profile): object {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const table = typeof behaviour === 'string' ? BEHAVIOURS[behaviour] : behaviour;
  const { rightAvoid, leftAvoid, decelerate, accelerate, accept } = table;
  return {
    ...others,
    gap: epsilon,
    reaction: reactionTime,
    swerve: radians(swerve),
    coneThreshold: radians(coneThreshold),
    turning: radians(turning),
    stairsUp: stairs.up,
    stairsDown: stairs.down,
    behaviour: {
      right: rightAvoid,
      left: leftAvoid,
      decelerate,
      accelerate,
      accept: Object.fromEntries(accept.map((type) => [type, [1, 1]])),
    },
    isPure: pure,
    isStepFree: stepFree || undefined,
  };
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
