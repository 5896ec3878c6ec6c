/**
 * A closed track: two straights along x and two half circles, as wide as said, round which people walk for ever. Gives the floor, gates
 * to walk to, people placed evenly, and where along the track somebody is.
 *
 *        ╭──────────◀──────────╮      Metres along the centre line run from the beginning of the lower straight,
 *       ╭╯                     ╰╮     anticlockwise; `offset` is metres outward from it. A walker's next gate is a point
 *       │        island         │     ahead in its own lane, reached from several metres before, so that nobody has to go
 *       ╰╮                     ╭╯     to the very point: gates only say which way round, and keep people spread over the
 *        ╰──────────▶──────────╯      width. Half circles are polygons of many corners.
 */
import { nextRandom, seedRandom, sineCosine } from '@foulee/engine';
import type { RawScenario } from './play.ts';

export interface Track {
  straight: number;
  /** Of the centre line of the half circles. */
  radius: number;
  width: number;
  /** Of the centre line, metres. */
  length: number;
}

/** Corners of half a circle. */
const CORNERS = 24;

/** Metres between gates. */
const GATES = 2.5;
/** Metres between bodies put beside each other, and kept from both walls together. */
const APART = 0.41;
const WALLS = 0.45;

export function createTrack(straight: number, radius: number, width: number): Track {
  return { straight, radius, width, length: 2 * straight + 2 * Math.PI * radius };
}

export function placeOnTrack({ straight, radius, length }: Track, along: number, offset: number): [number, number] {
  const bend = Math.PI * radius;
  const s = ((along % length) + length) % length;
  const out = radius + offset;
  if (s < straight) return [s - straight / 2, -out];
  if (s < straight + bend) {
    const [sine, cosine] = sineCosine((s - straight) / radius);
    return [straight / 2 + out * sine, -out * cosine];
  }
  if (s < 2 * straight + bend) return [straight / 2 - (s - straight - bend), out];
  const [sine, cosine] = sineCosine((s - 2 * straight - bend) / radius);
  return [-straight / 2 - out * sine, out * cosine];
}

/** Metres along the centre line, 0 … length. */
export function alongTrack({ straight, radius, length }: Track, x: number, y: number): number {
  const bend = Math.PI * radius;
  if (Math.abs(x) <= straight / 2) return y < 0 ? x + straight / 2 : straight + bend + (straight / 2 - x);
  if (x > 0) return straight + radius * Math.atan2(x - straight / 2, -y);
  return (2 * straight + bend + radius * Math.atan2(-straight / 2 - x, y)) % length;
}

function ringOf(track: Track, offset: number): [number, number][] {
  const { straight, radius } = track;
  const bend = Math.PI * radius;
  return [straight, 2 * straight + bend].flatMap((start) =>
    Array.from({ length: CORNERS + 1 }, (_, k) =>
      placeOnTrack(track, start + (k / CORNERS) * bend * (1 - 1e-12), offset),
    ),
  );
}

/** How many more of `people` the first rows have than their even share, since outer rows are longer. */
function sumOfOffsets({ length, width }: Track, first: number, rows: number, people: number): number {
  let sum = 0;
  for (let row = 0; row < first; row++) sum += 2 * Math.PI * ((row + 0.5) / rows - 0.5) * (width - WALLS);
  return (people * sum) / (rows * length);
}

/** People on the track as a scenario: place, goals, itineraries, walkers. Everybody keeps to the lane it starts in, if others let it. */
export function trackScenario(
  track: Track,
  people: number,
  lanes: number,
  { profile, seconds, seed, reach }: { profile: unknown; seconds: number; seed: number; reach: number },
): RawScenario {
  const { width, length } = track;
  const random = seedRandom(seed);
  const gates = Math.round(length / GATES);
  const laps = Math.ceil((2.5 * seconds) / length) + 2;
  const laneOffset = (lane: number) => ((lane + 0.5) / lanes - 0.5) * (width - 0.5);
  const goals: Record<string, unknown> = {};
  const itineraries: Record<string, string[]> = {};
  for (let lane = 0; lane < lanes; lane++) {
    for (let gate = 0; gate < gates; gate++) {
      goals[`${lane}.${gate}`] = {
        at: placeOnTrack(track, (gate / gates) * length, lanes === 1 ? 0 : laneOffset(lane)),
        radius: reach,
      };
      itineraries[`${lane} from ${gate}`] = Array.from(
        { length: Math.min(1000, laps * gates) },
        (_, k) => `${lane}.${(gate + k) % gates}`,
      );
    }
  }
  // In rows, one beside the other, in each of them evenly and each person a little off its place.
  const most = Math.max(1, Math.floor((width - WALLS) / APART));
  const rows = lanes === 1 ? 1 : Math.min(most, Math.max(1, Math.round(Math.sqrt((people * width) / length))));
  const walkers: unknown[] = [];
  for (let row = 0; row < rows; row++) {
    const middle = ((row + 0.5) / rows - 0.5) * (width - WALLS);
    const own = createTrack(track.straight, track.radius + middle, width);
    // Rows are on both sides of the centre line alike: their lengths sum to rows · length.
    const upTo = Math.round((people * (row + 1)) / rows + sumOfOffsets(track, row + 1, rows, people));
    const number = upTo - walkers.length;
    const room = Math.max(0, Math.min(own.length / number - APART, 0.5));
    const across = Math.max(0, (width - WALLS) / rows - APART);
    for (let k = 0; k < number; k++) {
      const along = ((k + 0.5 * (row % 2)) / number) * own.length + (nextRandom(random) - 0.5) * room;
      const [x, y] = placeOnTrack(own, along, (nextRandom(random) - 0.5) * across);
      const gate = Math.floor((alongTrack(track, x, y) / length) * gates) + 1 + Math.ceil((reach * gates) / length);
      const lane = Math.floor(((row + 0.5) / rows) * lanes);
      walkers.push({ at: [x, y], profile: 'person', itinerary: `${lane} from ${gate % gates}` });
    }
  }
  return {
    environment: { walkable: [ringOf(track, width / 2)], obstacles: [ringOf(track, -width / 2)] },
    profiles: { person: profile },
    goals,
    itineraries,
    walkers,
    duration: seconds,
  };
}
