/**
 * An experiment's tracks and a seed → tracks of simulated people: everybody enters when and where the real person did, at its speed,
 * with a preferred speed drawn from a population, and walks to the exit the real one went to.
 *
 * Where simulated people still stand where somebody enters, that one waits outside until there is room; how long all had to is
 * counted, since it tells when a simulated crowd is slower than the real one. Whoever is seen first beside the floor is put on it.
 */
import {
  addPerson,
  createSimulation,
  InputError,
  nearestWalkable,
  NONE,
  type Profile,
  seedRandom,
  step,
  USUAL_PROFILE,
  type World,
} from '@foulee/engine';
import { sample } from '@foulee/engine/inside';

import type { Experiment } from './replay-experiments-places.ts';
import { endOf, placeAt, spanOf, type Track, type Tracks, velocityAt } from './replay-experiments-tracks.ts';

export interface Replayed extends Tracks {
  /** Seconds that people waited to enter, of all together. */
  waited: number;
  /** People still inside when time was up. */
  stayed: number;
}

/** Metres between two at which one may still enter: bodies of 0.4 m are pressed together a little there, as heads are in reality. */
const ROOM_TO_ENTER = 0.3;
/** Metres before an exit line within which somebody has left. */
const LEFT = 0.3;
/** A run that takes this many times as long as the real one is given up. */
const PATIENCE = 2;
/** Somebody who went so far has started to walk, metres; so many of them, and the crowd has. */
const STARTED = 0.3;
const STARTERS = 5;

/** A profile with a normal preferred speed (validation/src/instruments/populations.ts). */
export interface Population {
  speed: { normal: readonly number[]; within: readonly number[] };
}

/** @param change of the profile in use, and of the radius: for calibration alone */
export function replay(
  experiment: Experiment,
  real: Tracks,
  world: World,
  seed: number,
  population: Population,
  { radius, ...change }: Partial<Profile> & { radius?: number } = {},
): Replayed {
  const random = seedRandom(seed);
  const [mean, deviation] = population.speed.normal as [number, number];
  const within = population.speed.within as [number, number];
  const [ox, oy] = world.mesh.origin;
  const simulation = createSimulation(world, {
    goals: experiment.exits.map(([ax, ay, bx, by], i) => ({
      name: `exit ${i}`,
      level: 0,
      shape: Float64Array.of(ax - ox, ay - oy, bx - ox, by - oy),
      radius: LEFT,
    })),
    itineraries: experiment.exits.map((_, i) => ({
      name: `to exit ${i}`,
      stages: [{ goals: [i], choice: 'assigned', wait: () => 0 }],
    })),
    profiles: [{ ...USUAL_PROFILE, ...change }],
    capacity: real.people.length + 1,
  });
  const { crowd, router } = simulation;
  const [first, last] = spanOf(real);
  const startAt = experiment.areWaiting ? crowdStart(real) - first : 0;
  const entering = [...real.people].sort((a, b) => a.from - b.from || a.id - b.id);
  const speeds = entering.map(() => sample({ kind: 'normal', mean, deviation, within }, random));
  const rate = 1 / simulation.step;
  const tracks = new Map<number, Track>();
  let waited = 0;
  let outside = entering.map((track, k) => ({ track, speed: speeds[k] }));

  while ((outside.length > 0 || crowd.count > 0) && simulation.time < PATIENCE * (last - first)) {
    const now = first + simulation.time;
    outside = outside.filter(({ track, speed }) => {
      if (track.from > now + 1e-9) return true;
      const [x, y] = floorPlace(track.x[0], track.y[0]);
      if (!experiment.areWaiting && isTaken(x, y)) {
        waited += simulation.step;
        return true;
      }
      const itinerary = exitOf(experiment, track);
      const serial = addPerson(simulation, {
        x,
        y,
        speed,
        itinerary,
        startAt,
        ...(radius === undefined ? {} : { radius }),
      });
      if (serial === NONE) return true;
      if (!experiment.areWaiting) setVelocity(track, speed);
      tracks.set(serial, { id: track.id, from: now, x: [x], y: [y] });
      return false;
    });
    step(simulation);
    for (let i = 0; i < crowd.count; i++) {
      const track = tracks.get(crowd.serial[i])!;
      track.x.push(crowd.place[2 * i] + ox);
      track.y.push(crowd.place[2 * i + 1] + oy);
    }
  }
  const people = [...tracks.values()].sort((a, b) => a.id - b.id);
  return { rate, people, waited, stayed: crowd.count + outside.length };

  function floorPlace(x: number, y: number): [number, number] {
    const found = nearestWalkable(world.mesh, router.cells, 0, x - ox, y - oy, 1);
    if (found === undefined)
      throw new InputError(experiment.name, `(${x}, ${y}) is far from its floor`, 'draw more of it');
    return [found.x + ox, found.y + oy];
  }

  function isTaken(x: number, y: number): boolean {
    for (let i = 0; i < crowd.count; i++) {
      const dx = crowd.place[2 * i] + ox - x;
      const dy = crowd.place[2 * i + 1] + oy - y;
      if (dx * dx + dy * dy < ROOM_TO_ENTER * ROOM_TO_ENTER) return true;
    }
    return false;
  }

  /** The newest walker goes on as the real one came, at its preferred speed at most. */
  function setVelocity(track: Track, speed: number): void {
    const [vx, vy] = velocityAt(track, real.rate, track.from + 0.3);
    const share = Math.min(1, speed / Math.max(1e-9, Math.hypot(vx, vy)));
    crowd.velocity[2 * (crowd.count - 1)] = share * vx;
    crowd.velocity[2 * (crowd.count - 1) + 1] = share * vy;
  }
}

/** The exit nearest to where the track ended. */
function exitOf({ exits }: Experiment, track: Track): number {
  const x = track.x.at(-1)!;
  const y = track.y.at(-1)!;
  const away = exits.map(([ax, ay, bx, by]) => Math.hypot((ax + bx) / 2 - x, (ay + by) / 2 - y));
  return away.indexOf(Math.min(...away));
}

/** When people who stood have begun to walk. */
function crowdStart(real: Tracks): number {
  const [from, to] = spanOf(real);
  for (let time = from; time < to; time += 1 / real.rate) {
    const started = real.people.filter((track) => {
      const [x, y] = placeAt(track, real.rate, Math.min(time, endOf(track, real.rate)));
      return Math.hypot(x - track.x[0], y - track.y[0]) > STARTED;
    });
    if (started.length >= STARTERS) return time;
  }
  return from;
}
