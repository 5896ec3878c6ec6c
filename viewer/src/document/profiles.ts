/** Profiles of a scenario: new ones, and shares of several among the people of one entry. */
import type { Created } from './create.ts';
import { type Data, freeName, isRecord, listAt, type Path, put, recordAt, renameField, valueAt } from './document.ts';
import { BUILT_IN } from './fields.ts';
import { sayProfile } from './references.ts';

/**
 * One more profile: people of the usual kind who walk a little slower. Whoever was of the only profile without saying so says so now; where
 * there was none at all, `default` is written down for them.
 */
export function addProfile(data: Data): Created {
  const own = Object.keys(recordAt(data, ['profiles']));
  const said = own.length === 0 ? put(data, ['profiles', 'default'], {}) : sayProfile(data);
  const name = freeName('profile', [...Object.keys(recordAt(said, ['profiles'])), ...BUILT_IN]);
  return { data: put(said, ['profiles', name], { speed: 1 }), path: ['profiles', name] };
}

/** All that can be named, those of the file first. */
export function profileNames(data: Data): string[] {
  return [...new Set([...Object.keys(recordAt(data, ['profiles'])), ...BUILT_IN])];
}

export interface Share {
  name: string;
  share: number;
}

/** undefined: they are all of one profile. */
export function sharesOf(entry: unknown): Share[] | undefined {
  const shares = valueAt(entry, ['profile']);
  if (!isRecord(shares)) return undefined;
  return Object.entries(shares).map(([name, share]) => ({ name, share: Number(share) }));
}

/** A part of the whole, for people: 33.3 %. */
export function percentOf(shares: readonly Share[], share: number): string {
  const sum = shares.reduce((all, one) => all + one.share, 0);
  return sum > 0 ? `${Math.round((1000 * share) / sum) / 10} %` : '–';
}

/** Of one profile → shares: most of that one, some of another. Who was of the default one without its being written down is of it still. */
export function withShares(data: Data, path: Path): Data {
  const before = valueAt(data, [...path, 'profile']);
  if (isRecord(before)) return data;
  const isUnsaid = before === undefined && Object.keys(recordAt(data, ['profiles'])).length === 0;
  const said = isUnsaid ? put(data, ['profiles', 'default'], {}) : data;
  const names = profileNames(said);
  const first = typeof before === 'string' ? before : names[0];
  const second = names.find((name) => name !== first && name !== 'town')!;
  return put(said, [...path, 'profile'], { [first]: 80, [second]: 20 });
}

/** One more, of a profile that is not among them. */
export function withOneMore(data: Data, path: Path): Data {
  const taken = Object.keys(recordAt(data, [...path, 'profile']));
  const name = profileNames(data).find((one) => !taken.includes(one));
  return name === undefined ? data : put(data, [...path, 'profile', name], 10);
}

export function withShareOf(data: Data, path: Path, from: string, to: string): Data {
  return renameField(data, [...path, 'profile'], from, to);
}

/** Who is left alone is all of them. */
export function withoutShare(data: Data, path: Path, name: string): Data {
  const left = put(data, [...path, 'profile', name], undefined);
  const names = Object.keys(recordAt(left, [...path, 'profile']));
  return names.length === 1 ? put(data, [...path, 'profile'], names[0]) : left;
}

/** Entries of people in which a profile is named, for the list: how many. */
export function usersOf(data: Data, name: string): number {
  return (['walkers', 'sources'] as const)
    .flatMap((section) => listAt(data, [section]))
    .filter((entry) => {
      const profile = valueAt(entry, ['profile']);
      return profile === name || (isRecord(profile) && Object.hasOwn(profile, name));
    }).length;
}
