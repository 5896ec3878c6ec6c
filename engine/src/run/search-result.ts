/**
 * What a run logged of people with knowledge → what its result says of it: how long they searched, where they were lost, from where each sign can be
 * read and by how many it was, and where one more sign would be of most use. Names and the plan's coordinates.
 */
import { auditSigns } from '../knowledge/sign-audit.ts';
import { summarise, type Summary } from '../measure/statistics.ts';
import { bestSign } from './best-sign.ts';
import type { LostLog } from './lost-log.ts';
import { lostInAll, type LostPlace, worstPlaces } from './lost-map.ts';
import type { RunLog } from './run-log.ts';
import type { Run } from './run-state.ts';
import { searchSeconds } from './search-log.ts';
import { areaAt } from './place-names.ts';
import { rounded } from './warnings.ts';

export interface SignResult {
  name: string;
  /** People who read it, those of them who did not know a goal that it shows, and the share of the floor from which it can be read. */
  readers: number;
  newTo: number;
  legibleShare: number;
}

/** A room, corridor or hall in which people searched; all of them in an area of the scenario, where they are in one. */
interface LostResult {
  /** Where in it they searched for longest. */
  at: [number, number];
  level: string;
  /** The first area of the scenario that holds that point; null: none. */
  area: string | null;
  searchSeconds: number;
  hesitationSeconds: number;
  turns: number;
}

/** Where one more sign would be of most use, as in a scenario (best-sign.ts). */
export interface BestSign {
  at: [number, number];
  level: string;
  facing: number;
  shows: string[];
  /** Seconds of search by people who could read no sign, and those of them that this one would cover. */
  uncoveredSeconds: number;
  coveredSeconds: number;
}

export interface SearchResult {
  people: number;
  /** Of each. */
  seconds: Summary;
  /** The same for each profile with knowledge of which somebody came. */
  profiles: { name: string; people: number; seconds: Summary }[];
  signs: SignResult[];
  /** Share of the floor from which no sign can be read. */
  blindShare: number;
  /** Of all together. */
  searchSeconds: number;
  hesitationSeconds: number;
  turns: number;
  /** People who for a time could not have got to what they sought, whatever they knew, and their seconds. */
  noWay: { people: number; seconds: number };
  worst: LostResult[];
  bestSign: BestSign | null;
}

/** Places that are named. */
const MOST = 3;

/** @returns undefined where nobody has knowledge */
export function searchResultOf({ search, lost }: RunLog, run: Run): SearchResult | undefined {
  const { knowledge } = run.simulation;
  if (search === undefined || lost === undefined || knowledge === undefined) return undefined;
  const { signs, believed } = knowledge;
  const seconds = searchSeconds(search);
  const audit = auditSigns(believed, signs);
  return {
    people: seconds.length,
    seconds: summarise(seconds),
    profiles: run.scenario.profiles.flatMap(({ name }, p) => {
      const own = searchSeconds(search, p);
      return own.length === 0 ? [] : [{ name, people: own.length, seconds: summarise(own) }];
    }),
    signs: signs.map(({ name }, n) => ({
      name,
      readers: search.readers[n],
      newTo: search.newTo[n],
      legibleShare: rounded(audit.legible[n]),
    })),
    blindShare: rounded(audit.blind),
    searchSeconds: rounded(lostInAll(lost.map, 'search')),
    hesitationSeconds: rounded(lostInAll(lost.map, 'hesitation')),
    turns: lostInAll(lost.map, 'turns'),
    noWay: {
      people: search.noWay.filter((value) => value > 0).length,
      seconds: rounded(search.noWay.reduce((sum, value) => sum + value, 0)),
    },
    worst: worstOf(lost, run),
    bestSign: bestSignOf(lost, run),
  };
}

/** Those in the same area of the scenario are one: places are cut where a reader would not cut them. */
function worstOf({ map }: LostLog, run: Run): LostResult[] {
  const found: LostResult[] = [];
  for (const place of worstPlaces(map)) {
    const one = namedPlace(place, run);
    const same = found.find(({ level, area }) => area !== null && area === one.area && level === one.level);
    if (same === undefined) found.push(one);
    else {
      same.searchSeconds = rounded(same.searchSeconds + one.searchSeconds);
      same.hesitationSeconds = rounded(same.hesitationSeconds + one.hesitationSeconds);
      same.turns += one.turns;
    }
  }
  return found.toSorted((a, b) => b.searchSeconds - a.searchSeconds).slice(0, MOST);
}

function namedPlace({ x, y, level, search, hesitation, turns }: LostPlace, run: Run): LostResult {
  const { original } = run;
  const at: LostResult['at'] = [rounded(x + original.origin[0]), rounded(y + original.origin[1])];
  return {
    at,
    level: original.levels[level].name,
    area: areaAt(run, level, ...at),
    searchSeconds: rounded(search),
    hesitationSeconds: rounded(hesitation),
    turns,
  };
}

function bestSignOf({ map }: LostLog, { simulation, original }: Run): BestSign | null {
  const { router, goals } = simulation;
  const best = bestSign(map, simulation.knowledge!, router.cells);
  if (best === undefined) return null;
  const centimetres = (metres: number) => Math.round(100 * metres) / 100;
  return {
    at: [centimetres(best.x + original.origin[0]), centimetres(best.y + original.origin[1])],
    level: original.levels[best.level].name,
    facing: best.degrees,
    shows: best.goals.map((goal) => goals[goal].name),
    uncoveredSeconds: rounded(best.uncovered),
    coveredSeconds: rounded(best.seconds),
  };
}
