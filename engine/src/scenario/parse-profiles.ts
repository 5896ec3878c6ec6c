/**
 * Profiles of a scenario file, and the built-in ones that it names: each starts from another one (`like`) or from the defaults, and
 * says what differs.
 *
 * A profile of the file goes before a built-in one of the same name; only with `like` its own name it means the built-in one.
 * Linear in the file: each profile is read once, after the one it starts from.
 */
import type { BehaviourTable } from '../crowd/profiles.ts';
import { BUILT_IN_MIXES, BUILT_IN_NAMES, BUILT_IN_PROFILES } from './built-in-profiles.ts';
import { RADII, readDistribution, SPEEDS, TIMES } from './parse-distribution.ts';
import { readKnowledge } from './parse-knowledge.ts';
import { fail, type FieldPath, type Problems, unknownName } from './problems.ts';
import { DEFAULT_PROFILE, type ProfileShare, type ScenarioProfile } from './scenario.ts';
import type { ScenarioFile } from './schema.ts';

type ProfileFile = NonNullable<ScenarioFile['profiles']>[string];

export interface Profiles extends Problems {
  /** The file's own first, then built-in ones that are used. */
  profiles: ScenarioProfile[];
  ownProfiles: number;
  profileIndex: Map<string, number>;
}

/** The file's own profiles, each after the one it starts from; without any, the default one. */
export function readProfiles(file: ScenarioFile['profiles'], parts: Profiles): void {
  const own = new Map(Object.entries(file ?? {}));
  if (own.size === 0) own.set('default', {});
  const names = [...own.keys()];
  parts.ownProfiles = names.length;
  names.forEach((name, i) => parts.profileIndex.set(name, i));
  const read = new Map<string, ScenarioProfile>();
  for (const name of names) {
    // From this one to one that starts from nothing, from a built-in one, or that is read already.
    const chain = [name];
    const seen = new Set(chain);
    for (;;) {
      const last = chain.at(-1)!;
      const like = own.get(last)?.like;
      if (like === undefined || like === last || !own.has(like) || read.has(like)) break;
      if (seen.has(like)) {
        fail(parts, ['profiles', last, 'like'], `leads back to "${like}"`, 'start from a profile that stands alone');
        break;
      }
      seen.add(like);
      chain.push(like);
    }
    for (const each of chain.toReversed()) {
      if (!read.has(each)) read.set(each, readProfile(each, own.get(each)!, parts, read));
    }
  }
  for (const name of names) parts.profiles.push(read.get(name)!);
}

/** The profiles a name stands for, and their shares of `share`: one of the file, or one or more that are built in. */
export function profilesOf(name: string, share: number, path: FieldPath, parts: Profiles): ProfileShare[] {
  const { profileIndex, profiles } = parts;
  const isMix = !profileIndex.has(name) && isBuiltIn(BUILT_IN_MIXES, name);
  const names = isMix ? BUILT_IN_MIXES[name] : [name];
  return names.map((each) => {
    if (!profileIndex.has(each) && isBuiltIn(BUILT_IN_PROFILES, each)) {
      profileIndex.set(each, profiles.push(readProfile(each, BUILT_IN_PROFILES[each], parts, new Map())) - 1);
    }
    const index = profileIndex.get(each);
    if (index === undefined) parts.problems.push(unknownName(path, 'profile', each, knownProfiles(parts)));
    return { profile: index ?? 0, share: share / names.length };
  });
}

function isBuiltIn(table: object, name: string): boolean {
  return Object.hasOwn(table, name);
}

function knownProfiles({ profiles, ownProfiles, profileIndex }: Profiles): string[] {
  const own = profiles.length === 0 ? [...profileIndex.keys()] : profiles.slice(0, ownProfiles).map(({ name }) => name);
  return [...new Set([...own, ...BUILT_IN_NAMES])];
}

/** @param read profiles of the file that are read already */
function readProfile(
  name: string,
  file: ProfileFile,
  parts: Profiles,
  read: Map<string, ScenarioProfile>,
): ScenarioProfile {
  const { like, radius, speed, start, behaviour, stairs, knowledge, ...rest } = file;
  const said = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const path = ['profiles', name];
  const profile: ScenarioProfile = { ...baseOf(name, like, parts, read), ...(said as Partial<ScenarioProfile>), name };
  if (radius !== undefined) profile.radius = readDistribution(radius, [...path, 'radius'], parts, RADII);
  if (speed !== undefined) profile.speed = readDistribution(speed, [...path, 'speed'], parts, SPEEDS);
  if (start !== undefined) profile.start = readDistribution(start, [...path, 'start'], parts, TIMES);
  if (stairs !== undefined)
    profile.stairs = { up: stairs.up ?? profile.stairs.up, down: stairs.down ?? profile.stairs.down };
  if (knowledge !== undefined) profile.knowledge = readKnowledge(knowledge, profile.knowledge);
  if (typeof behaviour === 'string') profile.behaviour = behaviour;
  else if (behaviour !== undefined) {
    const { rightAvoid = {}, leftAvoid = {}, decelerate = {}, accelerate = {}, accept = [] } = behaviour;
    profile.behaviour = { rightAvoid, leftAvoid, decelerate, accelerate, accept } as BehaviourTable;
  }
  return profile;
}

/** What a profile starts from: one of the file, a built-in one (always, if it has its own name), or the defaults. */
function baseOf(
  name: string,
  like: string | undefined,
  parts: Profiles,
  read: Map<string, ScenarioProfile>,
): ScenarioProfile {
  if (like === undefined) return copyOf(DEFAULT_PROFILE);
  const own = like === name ? undefined : read.get(like);
  if (own !== undefined) return copyOf(own);
  if (isBuiltIn(BUILT_IN_PROFILES, like)) return readProfile(like, BUILT_IN_PROFILES[like], parts, read);
  const path = ['profiles', name, 'like'];
  if (isBuiltIn(BUILT_IN_MIXES, like)) {
    fail(parts, path, `is "${like}", a mix of profiles`, `give ${BUILT_IN_MIXES[like].join(' or ')}`);
  } else if (!parts.profileIndex.has(like) || like === name) {
    parts.problems.push(
      unknownName(
        path,
        'profile',
        like,
        knownProfiles(parts).filter((known) => known !== name || isBuiltIn(BUILT_IN_PROFILES, known)),
      ),
    );
  }
  return copyOf(DEFAULT_PROFILE);
}

/** Scenarios and profiles share no data with each other. */
function copyOf<Plain extends object>(profile: Plain): Plain {
  return JSON.parse(JSON.stringify(profile)) as Plain;
}
