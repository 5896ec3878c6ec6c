/**
 * Profiles that every scenario knows without saying so, written as in a scenario file. A profile of the file with the same name takes
 * their place; `like: name` starts from one. The default profile is not among them: it is what it is without any of these.
 *
 * What a profile does not say, also its speeds on stairs, is that of USUAL_PROFILE (crowd/profiles.ts).
 *
 * Where a number comes from: "verified" was read in a public source, "from memory" was not checked, "assumed" is ours. Bodies: half
 * the breadth of the shoulders, Rd, and the depth of the torso, 0.5882 Rd, are those of FDS+Evac (verified); people here are discs,
 * so each gets the radius of the disc with the area of that ellipse, √0.5882 Rd = 0.767 Rd. Ranges are uniform, as in Simulex, from
 * which that table is.
 *
 *              Rd            0.767 Rd          speed
 *   adult      .255 ± .035   0.169 – 0.222     1.25 ± 0.30
 *   man        .270 ± .020   0.192 – 0.222
 *   woman      .240 ± .020   0.169 – 0.199
 *   child      .210 ± .015   0.150 – 0.173     0.90 ± 0.30
 *   elderly    .250 ± .020   0.176 – 0.207     0.80 ± 0.30
 */
import type { ScenarioFile } from './schema.ts';

type ProfileFile = NonNullable<ScenarioFile['profiles']>[string];

/** RiMEA's standard population (verified): ages normal around 50 with a deviation of 20, within 10 to 85. */
const TOWN_AGES: { normal: [number, number]; within: [number, number] } = { normal: [50, 20], within: [10, 85] };

export const BUILT_IN_PROFILES: Readonly<Record<string, ProfileFile>> = {
  adult: { radius: { uniform: [0.169, 0.222] }, speed: { uniform: [0.95, 1.55] } },
  child: { radius: { uniform: [0.15, 0.173] }, speed: { uniform: [0.6, 1.2] } },
  elderly: { radius: { uniform: [0.176, 0.207] }, speed: { uniform: [0.5, 1.1] } },
  // Weidmann's men walk at 1.41, his women at 1.27 of 1.34 m/s on average (verified): 5 % more and less, at every age (assumed).
  'town-man': { radius: { uniform: [0.192, 0.222] }, speed: { ages: TOWN_AGES, factor: 1.05 } },
  'town-woman': { radius: { uniform: [0.169, 0.199] }, speed: { ages: TOWN_AGES, factor: 0.95 } },
  // Speed: impaired mobility, RiMEA (verified); NIST 2.10 has 0.8 m/s and a radius of 0.4. Half the breadth of a wheelchair of 0.7 m
  // (from memory) passes doors of 0.8 m, as wheelchairs do. Turning and acceleration: assumed, half and a third of those on foot.
  wheelchair: { radius: 0.35, speed: { uniform: [0.46, 0.76] }, turning: 90, acceleration: 1, stepFree: true },
  // An adult behind a pram 0.6 m wide and, with its pusher, 1.4 m long: the disc is as wide as the pram and a little (assumed). Speed: an
  // adult's, a tenth less (assumed). Prams are not carried up or down stairs (assumed).
  pram: { radius: 0.33, speed: { uniform: [0.855, 1.395] }, turning: 90, acceleration: 1.5, stepFree: true },
  // An adult with a case: 8 % slower, the most seen with trolley cases and medium bags in a Shanghai underground station (3–8 and
  // 5–8 %; only the abstract was read); the case beside or behind makes the disc 0.26 m (assumed).
  luggage: { radius: { uniform: [0.23, 0.29] }, speed: { uniform: [0.874, 1.426] }, turning: 135, acceleration: 2 },
  // What people know (assumed): commuters and staff everything, and staff tell others; visitors the way they came in by, so that they look round and read signs.
  commuter: { knowledge: 'everything' },
  visitor: { knowledge: 'entrance' },
  staff: { knowledge: { start: 'everything', tell: 1 } },
};

/** Names that stand for a mix of profiles, half and half. */
export const BUILT_IN_MIXES: Readonly<Record<string, readonly string[]>> = {
  town: ['town-man', 'town-woman'],
};

export const BUILT_IN_NAMES: readonly string[] = [...Object.keys(BUILT_IN_MIXES), ...Object.keys(BUILT_IN_PROFILES)];
