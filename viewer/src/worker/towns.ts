/**
 * World → towns on tiles, one per level with floor, for overlays. A level at a time, with a look at messages in between: then another
 * overlay may have been asked for, and people walk on. The towns made last are kept for each world.
 *
 * Cost: near-linear in tiles, and nothing else is done while a level is made: so there are MOST_TILES of them at most.
 */
import { InputError, makeTown, NONE, tilesOfMesh, type Town, type World } from '@foulee/engine';
import type { TownChoice } from '../protocol/overlay.ts';

export interface LevelTown {
  /** Of its floor, metres. */
  elevation: number;
  town: Town;
}

/** Of a body that must fit on a tile, metres: as walkers on tiles have it unless told. */
const RADIUS = 0.25;
/** Of a level: some seconds of work. */
const MOST_TILES = 4e6;
/** Along one axis: the largest picture that all graphics cards take. */
const MOST_ALONG = 4096;

const made = new WeakMap<World, { choice: TownChoice; towns: LevelTown[] }>();

/** @returns undefined: it was cancelled */
export async function townsOf(
  world: World,
  choice: TownChoice,
  progress: (stage: string, share: number) => void = () => {},
  isCancelled: () => boolean = () => false,
): Promise<LevelTown[] | undefined> {
  const kept = made.get(world);
  if (kept?.choice.side === choice.side && kept.choice.isOpen === choice.isOpen) return kept.towns;
  const { side, isOpen } = choice;
  checkSide(world, side);
  const { mesh } = world;
  const hasFloor = new Set(Array.from(mesh.cellLevel, (level, c) => (mesh.cellLink[c] === NONE ? level : NONE)));
  const levels = mesh.levels.map((level, k) => ({ ...level, k })).filter(({ k }) => hasFloor.has(k));
  const towns: LevelTown[] = [];
  for (const { k, name, elevation } of levels) {
    progress(levels.length === 1 ? 'making the town' : `making the town of ${name}`, towns.length / levels.length);
    await messages();
    if (isCancelled()) return undefined;
    const { tiles, narrowDoors, cutOff } = tilesOfMesh(mesh, k, { side, radius: RADIUS });
    towns.push({ elevation, town: makeTown(tiles, { isOpen }, { narrowDoors, cutOff }) });
  }
  made.set(world, { choice: { side, isOpen }, towns });
  return towns;
}

/** Before anything is laid. */
function checkSide({ mesh: { vertices } }: World, side: number): void {
  if (!(side > 0 && side < Infinity)) {
    throw new InputError('tile side', `cannot be ${side} m`, 'give a number of metres above 0, for example 1');
  }
  const [columns, rows] = [0, 1].map((axis) => {
    let [least, most] = [Infinity, -Infinity];
    for (let v = axis; v < vertices.length; v += 2) {
      least = Math.min(least, vertices[v]);
      most = Math.max(most, vertices[v]);
    }
    return Math.max(1, Math.ceil((most - least) / side));
  });
  if (columns <= MOST_ALONG && rows <= MOST_ALONG && columns * rows <= MOST_TILES) return;
  const size = `${columns.toLocaleString('en')} × ${rows.toLocaleString('en')}`;
  throw new InputError(
    `tiles of ${side} m`,
    `would be ${size} on a level; ${MOST_ALONG.toLocaleString('en')} along and ${MOST_TILES / 1e6} million in all are the most that are drawn`,
    'give a larger tile side',
  );
}

/** Until the messages that wait now have been heard. */
function messages(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
