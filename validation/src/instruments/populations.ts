/** The populations of docs/validation.md, as profiles of a scenario: they differ in preferred speed alone. */

/** More fields of a profile (docs/scenario.md), beside those of a population: for calibration, where others than the built-in ones are tried. */
export type ProfileFields = Readonly<Record<string, unknown>>;

/** For planning: Weidmann's free speed. RiMEA, IMO, NIST, ISO and the fundamental diagram. */
export const PLANNING = { speed: { normal: [1.34, 0.26], within: [0.5, 2.2] } };

/** Young adults in the laboratory (Zhang 2011): for comparison with experiments. */
export const LABORATORY = { speed: { normal: [1.55, 0.18], within: [1, 2.2] } };

/** The persons of IMO's tests: men of 30 to 50 years (MSC.1/Circ.1533, as transcribed). */
export const IMO_MEN = { speed: { uniform: [0.97, 1.62] } };
