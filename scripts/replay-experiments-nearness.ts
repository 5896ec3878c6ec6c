/**
 * Tracks of people, real or simulated → how near their nearest neighbours are: of all people, four times a second, the distance that one in
 * twenty falls short of, and the median. Cost: pairs at each moment.
 */
import { placeAt, spanOf, endOf, type Tracks } from './replay-experiments-tracks.ts';

/** Metres between centres. */
export interface Nearness {
  /** One person in twenty has somebody nearer than this. */
  nearest: number;
  median: number;
}

/** Seconds between two moments. */
const EVERY = 0.25;

export function measureNearness(tracks: Tracks): Nearness {
  const { rate, people } = tracks;
  const [from, to] = spanOf(tracks);
  const distances: number[] = [];
  for (let time = from; time <= to; time += EVERY) {
    const there = people.filter((track) => time >= track.from && time <= endOf(track, rate));
    const places = there.map((track) => placeAt(track, rate, time));
    for (const a of places) {
      let least = Infinity;
      for (const b of places) if (b !== a) least = Math.min(least, Math.hypot(b[0] - a[0], b[1] - a[1]));
      if (least < Infinity) distances.push(least);
    }
  }
  distances.sort((a, b) => a - b);
  const at = (share: number) => distances[Math.floor(share * (distances.length - 1))] ?? Number.NaN;
  return { nearest: at(0.05), median: at(0.5) };
}
