/**
 * Recording → the place that people walked in, built from what the recording tells of it, for the page and for export.
 *
 * It is the walkable area that the recording carries, all of it, each level at its height and joined by its stairs where it tells them
 * (else stairs are flat); one that carries none (CSV, text of others) gets a floor around everybody. The place is that of the start:
 * what events change later is not in it. Cost: that of building a world.
 */
import {
  type BuildReport,
  buildWorld,
  createReport,
  type Plan,
  type RecordedLevel,
  type RecordingInfo,
  type World,
} from '@foulee/engine';
import type { Recording } from '../recordings/recording-rows.ts';
import { readWkt } from '../wkt/wkt.ts';

/** Metres: floor around everybody, where the file tells of none. */
const AROUND = 1;

/**
 * The floor the file tells of, or a box around everybody. What is to be known of it, and of the recording, is among its warnings.
 * @param unless said behind what is not known: what would help
 */
export function worldOfRecording(recording: Recording, fileName: string, unless = ''): World {
  const warnings = [...recording.warnings];
  const world = floorOf(recording, fileName, unless, warnings);
  world.report.warnings.push(...warnings);
  return world;
}

function floorOf({ info, x, y, level }: Recording, fileName: string, unless: string, warnings: string[]): World {
  const levels = info?.levels ?? [];
  if (levels.length > 1 && levels.every(({ walkableArea = '' }) => /\d/.test(walkableArea))) {
    try {
      return worldOfLevels(info!, levels, unless, warnings);
    } catch {
      // Said below: what holds of one level holds of all together.
    }
  }
  if (level.some((one) => one !== level[0])) {
    warnings.push(`a recording does not tell how high its levels are: they are drawn on one another${unless}`);
  }
  if (info !== undefined && info.walkableArea !== '') {
    try {
      return worldOf(info.walkableArea, info.name, levels.length === 1 ? levels[0] : undefined);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      warnings.push(`the walkable area in ${fileName} could not be used (${why}): a floor is drawn around everybody`);
    }
  } else warnings.push(`${fileName} does not tell of a place: a floor is drawn around everybody`);
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let row = 0; row < x.length; row++) {
    left = Math.min(left, x[row]);
    right = Math.max(right, x[row]);
    bottom = Math.min(bottom, y[row]);
    top = Math.max(top, y[row]);
  }
  left -= AROUND;
  bottom -= AROUND;
  right += AROUND;
  top += AROUND;
  const ring = [left, bottom, right, bottom, right, top, left, top, left, bottom];
  const corners = [0, 2, 4, 6, 8].map((k) => `${ring[k]} ${ring[k + 1]}`);
  return worldOf(`POLYGON ((${corners.join(', ')}))`, info?.name ?? fileName);
}

/** @param told of its only level */
function worldOf(wkt: string, name: string, told?: RecordedLevel): World {
  const report = createReport();
  const plan = planOf(wkt, report);
  const [level] = plan.levels;
  const own = { ...level, name: told?.name ?? level.name, elevation: told?.elevation ?? level.elevation };
  return buildWorld({ ...plan, name, levels: [own] }, {}, report);
}

function worldOfLevels(
  { name, links }: RecordingInfo,
  levels: readonly RecordedLevel[],
  unless: string,
  warnings: string[],
): World {
  const report = createReport();
  const plans = levels.map(({ walkableArea = '' }) => planOf(walkableArea, report));
  const own = plans.map((plan, k) => ({
    ...plan.levels[0],
    name: levels[k].name,
    elevation: levels[k].elevation,
  }));
  const plan = { ...plans[0], name, levels: own };
  if (links === undefined) {
    warnings.push(`the recording does not tell of stairs: they are drawn flat${unless}`);
    return buildWorld(plan, {}, report);
  }
  try {
    const joined = links.map((link) => ({ ...link, corners: Float64Array.from(link.corners) }));
    return buildWorld({ ...plan, links: joined }, {}, report);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const world = buildWorld(plan);
    warnings.push(`the stairs in the recording could not be used (${why}): they are drawn flat`);
    return world;
  }
}

function planOf(wkt: string, report: BuildReport): Plan {
  const plan = readWkt(wkt, 'walkable area.wkt', { as: 'walkable', crs: 'local' }, report);
  // What was floor in the run is floor here, also behind a closed door and on a level that nothing joins.
  return { ...plan, isAllWanted: true };
}
