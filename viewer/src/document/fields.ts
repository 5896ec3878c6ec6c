/** Fields of people as the panel shows them ↔ as the file has them: who they are, how many come. */

/** Profiles that need not be declared (docs/scenario.md). */
export const BUILT_IN: readonly string[] = [
  'town',
  'town-man',
  'town-woman',
  'adult',
  'child',
  'elderly',
  'wheelchair',
  'pram',
  'luggage',
  'visitor',
  'commuter',
  'staff',
];

/** People a minute, as it is shown; a second, as it is in the file. */
export const perMinute = (rate: number): number => Math.round(60_000 * rate) / 1000;
export const perSecond = (rate: number): number => Math.round((1e6 * rate) / 60) / 1e6;
