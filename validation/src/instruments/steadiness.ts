/**
 * Tracks of people, real or simulated → how steadily they walk: by how much one's speed varies within a second, and how often it turns round.
 *
 * A speed is the way from 0.25 s before to 0.25 s after, over half a second: a step takes about as long, so that the swaying of heads at each step is left
 * out. Ten speeds a second. The speed turns round when it has risen or fallen by TURNED and goes the other way.
 */

/** The places of one person, one after the other. */
export interface PlaceTrack {
  x: readonly number[];
  y: readonly number[];
}

export interface Steadiness {
  /** Metres per second: largest less smallest speed of each second, the mean of all. */
  range: number;
  /** How often a second. */
  turns: number;
}

/** Seconds. */
const HALF = 0.25;
const EVERY = 0.1;
/** Speeds that make a second. */
const SECOND = 10;
/** Metres per second. */
const TURNED = 0.25;

/** @param tracks `rate`: places per second */
export function measureSteadiness({ rate, people }: { rate: number; people: readonly PlaceTrack[] }): Steadiness {
  let ranges = 0;
  let seconds = 0;
  let turns = 0;
  let speeds = 0;
  for (const track of people) {
    const walked = speedsOf(track, rate);
    for (let k = 0; k + SECOND <= walked.length; k += SECOND) {
      const second = walked.slice(k, k + SECOND);
      ranges += Math.max(...second) - Math.min(...second);
      seconds++;
    }
    turns += turnsOf(walked);
    speeds += walked.length;
  }
  return { range: seconds === 0 ? 0 : ranges / seconds, turns: speeds === 0 ? 0 : turns / (speeds * EVERY) };
}

function speedsOf(track: PlaceTrack, rate: number): number[] {
  const speeds: number[] = [];
  const last = (track.x.length - 1) / rate;
  for (let k = 0; ; k++) {
    const from = k * EVERY;
    if (from + 2 * HALF > last + 1e-9) return speeds;
    const dx = valueAt(track.x, (from + 2 * HALF) * rate) - valueAt(track.x, from * rate);
    const dy = valueAt(track.y, (from + 2 * HALF) * rate) - valueAt(track.y, from * rate);
    speeds.push(Math.hypot(dx, dy) / (2 * HALF));
  }
}

/** Between two frames: straight on. */
function valueAt(values: readonly number[], frame: number): number {
  const before = Math.min(Math.floor(frame), values.length - 1);
  const after = Math.min(before + 1, values.length - 1);
  return values[before] + (frame - before) * (values[after] - values[before]);
}

/** Highs and lows at least TURNED apart; the first swing is none. */
function turnsOf(speeds: readonly number[]): number {
  // 1: it rises, -1: it falls; with the lowest and the highest since it does.
  let way = 0;
  let low = speeds[0] ?? 0;
  let high = low;
  let turns = 0;
  for (const speed of speeds) {
    low = Math.min(low, speed);
    high = Math.max(high, speed);
    if (way !== -1 && speed <= high - TURNED) {
      if (way === 1) turns++;
      way = -1;
      low = speed;
    } else if (way !== 1 && speed >= low + TURNED) {
      if (way === -1) turns++;
      way = 1;
      high = speed;
    }
  }
  return turns;
}
