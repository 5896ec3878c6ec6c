/** What is not connected in a town on tiles, in words. */
import type { TownGap, TownGapKind } from '../protocol/overlay.ts';

interface GapWords {
  title: string;
  /** What it means, and what to do. */
  says: string;
}

export const GAP_WORDS: Readonly<Record<TownGapKind, GapWords>> = {
  part: {
    title: 'Goals apart from the others',
    says: 'No pavement or crossing leads from these goals to the others.',
  },
  withoutGoals: { title: 'Pavement without goals', says: 'Nobody on tiles comes here: no goal can be reached.' },
  narrowDoor: {
    title: 'Doors that tiles close',
    says: 'A body fits through, but no row of tiles leads through. Choose a smaller tile side.',
  },
  cutOff: {
    title: 'Floor that tiles cut off',
    says: 'The floor hangs together, but its tiles do not. Choose a smaller tile side.',
  },
};

/** One of them, as a link. */
export function gapText(kind: TownGapKind, { goals, size }: TownGap): string {
  if (kind === 'narrowDoor') return `${size.toFixed(2)} m wide`;
  const area = `${size.toLocaleString('en', { maximumFractionDigits: size < 10 ? 1 : 0 })} m²`;
  return kind === 'part' ? `${goals.toLocaleString('en')} ${goals === 1 ? 'goal' : 'goals'}, ${area}` : area;
}
