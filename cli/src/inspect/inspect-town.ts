/**
 * World → the town on its tiles, level by level, and what `foulee inspect --town` says of it: a part of the JSON document, and lines for people.
 *
 * Places are in the file's own coordinates, rounded to a micrometre. Linear in tiles.
 */
import {
  BUILDING,
  cellArea,
  checkTown,
  CROSSING,
  GROUND,
  InputError,
  makeTown,
  NONE,
  OUTSIDE,
  PAVEMENT,
  tilesOfMesh,
  type Town,
  type World,
} from '@foulee/engine';
import { coordinateTexts, roundedCoordinates } from '../place/file-coordinates.ts';
import { parseNumber } from '../place/environment.ts';
import { counted, plainText, whole } from '../terminal/output.ts';

export interface TownFlags {
  town?: boolean;
  tile?: string;
  open?: boolean;
}

export interface TownSettings {
  /** Metres. */
  tile: number;
  isOpen: boolean;
}

/** Tiles of streets, and of places where all floor is accessible, metres. */
const TOWN_TILE = 1;
const OPEN_TILE = 0.4;
const NAMES = 18;
/** Of each list that the summary shows; --json lists all. */
const SHOWN = 5;

/** Nothing without --town. */
export function townSettings({ town, tile, open }: TownFlags): TownSettings | undefined {
  if (town !== true) {
    const option = tile !== undefined ? '--tile' : open === true ? '--open' : undefined;
    if (option !== undefined) throw new InputError(option, 'it needs --town', 'add --town');
    return undefined;
  }
  const isOpen = open === true;
  const side = tile === undefined ? (isOpen ? OPEN_TILE : TOWN_TILE) : parseNumber('--tile', tile, 'metres, say 0.5');
  if (!(side >= 0.05 && side <= 100)) {
    throw new InputError('--tile', `${side} m is not possible as the side of a tile`, 'give metres from 0.05 to 100');
  }
  return { tile: side, isOpen };
}

export interface LevelTown {
  name: string;
  town: Town;
}

/** A town per level that has floor. @param width diameter of a walker, metres */
export function townsOf({ mesh }: World, { tile, isOpen }: TownSettings, width: number): LevelTown[] {
  const area = new Float64Array(mesh.levels.length);
  for (let c = 0; c < mesh.cellLevel.length; c++) {
    if (mesh.cellLink[c] === NONE) area[mesh.cellLevel[c]] += cellArea(mesh, c);
  }
  return mesh.levels.flatMap(({ name }, level) => {
    if (area[level] === 0) return [];
    const { tiles, ...closed } = tilesOfMesh(mesh, level, { side: tile, radius: width / 2 });
    return [{ name, town: makeTown(tiles, { isOpen }, closed) }];
  });
}

interface Spot {
  x: number;
  y: number;
}

export interface TownResult {
  level: string;
  isOpen: boolean;
  /** Metres. */
  side: number;
  columns: number;
  rows: number;
  tiles: { building: number; street: number; pavement: number; crossing: number; outside: number };
  goals: number;
  neighbours: number;
  crossings: number;
  /** Most goals first; one: everything is connected. */
  parts: (Spot & { goals: number; tiles: number })[];
  withoutGoals: (Spot & { tiles: number })[];
  narrowDoors: (Spot & { width: number })[];
  cutOff: (Spot & { tiles: number })[];
}

export function townResults({ mesh, plan }: World, towns: readonly LevelTown[]): TownResult[] {
  const toFile = roundedCoordinates(plan.frame);
  const placed = <T extends Spot>(spots: readonly T[]): T[] =>
    spots.map((spot) => {
      const [x, y] = toFile(spot.x + mesh.origin[0], spot.y + mesh.origin[1]);
      return { ...spot, x, y };
    });
  return towns.map(({ name, town: { tiles, goals, graph, crossings, report, options } }) => {
    const counts = [0, 0, 0, 0, 0];
    for (const kind of tiles.kind) counts[kind]++;
    return {
      level: name,
      isOpen: options.isOpen,
      side: tiles.side,
      columns: tiles.columns,
      rows: tiles.rows,
      tiles: {
        building: counts[BUILDING],
        street: counts[GROUND],
        pavement: counts[PAVEMENT],
        crossing: counts[CROSSING],
        outside: counts[OUTSIDE],
      },
      goals: goals.x.length,
      neighbours: graph.item.length / 2,
      crossings: crossings.length / 2,
      parts: placed(report.parts),
      withoutGoals: placed(report.withoutGoals.map(({ x, y, tiles: size }) => ({ x, y, tiles: size }))),
      narrowDoors: placed(report.narrowDoors),
      cutOff: placed(report.cutOff),
    };
  });
}

export function checkTowns(towns: readonly LevelTown[]): string[] {
  return towns.flatMap(({ name, town }) => checkTown(town).map((text) => `town on level ${name}: ${text}`));
}

/** @returns a heading and its lines per town */
export function townSummary({ plan }: World, results: readonly TownResult[]): [heading: string, lines: string[]][] {
  const [toX, toY] = coordinateTexts(plan.frame);
  const at = ({ x, y }: Spot) => `${toX(x)},${toY(y)}`;
  return results.map((result) => {
    const { level, side, columns, rows, tiles, goals, neighbours, crossings, parts } = result;
    const lines: string[] = [];
    const row = (name: string, text: string) => lines.push(`  ${name.padEnd(NAMES)}${text}`);
    const list = <T>(name: string, spots: readonly T[], textOf: (spot: T) => string) => {
      if (spots.length === 0) return;
      const shown = spots.slice(0, SHOWN).map(textOf);
      if (spots.length > SHOWN) shown.push('…');
      row(name, `${whole(spots.length)}: ${shown.join('; ')}`);
    };
    row('tiles', `${whole(columns)} × ${whole(rows)} of ${side} m`);
    const kinds = Object.entries(tiles).filter(([, count]) => count > 0);
    row('kinds', kinds.map(([kind, count]) => `${whole(count)} ${kind}`).join(', '));
    row('goals', `${whole(goals)}, ${counted(neighbours, 'pair')} of neighbours, ${counted(crossings, 'crossing')}`);
    row(
      'connected',
      goals === 0 ? 'there are no goals' : parts.length === 1 ? 'yes' : `no, ${whole(parts.length)} parts`,
    );
    list('apart', parts.slice(1), (p) => `${counted(p.goals, 'goal')} on ${counted(p.tiles, 'tile')} at ${at(p)}`);
    list('without a goal', result.withoutGoals, (p) => `${counted(p.tiles, 'tile')} at ${at(p)}`);
    list('narrow doors', result.narrowDoors, (p) => `${p.width.toFixed(2)} m at ${at(p)}`);
    list('cut off by tiles', result.cutOff, (p) => `${counted(p.tiles, 'tile')} at ${at(p)}`);
    if (result.narrowDoors.length + result.cutOff.length > 0) {
      lines.push(`  People fit through these doors, but tiles of ${side} m do not: try a smaller --tile.`);
    }
    const heading = `${result.isOpen ? 'Open place' : 'Town'} on tiles`;
    return [results.length > 1 ? `${heading}, level ${plainText(level)}` : heading, lines];
  });
}
