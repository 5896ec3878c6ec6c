/** What somebody knows (protocol/knows.ts) → words for their card. */
import type { Knows } from '../protocol/knows.ts';

/** Names that are listed. */
const MOST = 3;

/** "a, b or 4 more". */
function oneOf(names: readonly string[]): string {
  const rest = names.length - MOST;
  const shown = rest > 0 ? [...names.slice(0, MOST), `${rest} more`] : names;
  return shown.length < 2 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
}

/** What they are about. */
export function doingWords({ doing, goal, wanted, sign }: Knows): string {
  if (doing === 'walks') return `Walks to ${goal}, which they know`;
  if (doing === 'stays') return 'Stays here for now';
  if (sign !== undefined)
    return `Follows the arrow of ${sign}${wanted.length === 0 ? '' : `, looking for ${oneOf(wanted)}`}`;
  return wanted.length === 0 ? 'Exploring' : `Exploring, looking for ${oneOf(wanted)}`;
}

/** "4 fully, 2 partly, 6 not at all". */
export function placeWords({ places: [unknown, partly, fully] }: Knows): string {
  return [
    [fully, 'fully'],
    [partly, 'partly'],
    [unknown, 'not at all'],
  ]
    .filter(([count]) => count !== 0)
    .map((part) => part.join(' '))
    .join(', ');
}

export function goalWords({ goals, allGoals }: Knows): string {
  if (goals.length === 0) return `none of ${allGoals}`;
  if (goals.length === allGoals && allGoals > MOST) return `all ${allGoals}`;
  const rest = goals.length - MOST;
  return rest > 0 ? `${goals.slice(0, MOST).join(', ')} and ${rest} more` : goals.join(', ');
}

/** What they remember, each as a line. */
export function memoryWords({ crowds, queues, ways }: Knows): string[] {
  const ago = (age: number) => (age < 1 ? 'seen now' : `seen ${Math.round(age)} s ago`);
  return [
    ...crowds.map(({ density, age, far }) => `${density.toFixed(1)} people/m², ${Math.round(far)} m away, ${ago(age)}`),
    ...ways
      .filter(({ density }) => density > 0)
      .map(({ density, metres }) => `${density.toFixed(1)} people/m² on the way to an opening ${metres} m away`),
    ...queues.map(({ goal, people, age }) => `${people} ${people === 1 ? 'person' : 'people'} at ${goal}, ${ago(age)}`),
  ];
}
