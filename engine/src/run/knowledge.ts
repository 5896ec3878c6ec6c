/** Scenario → what people of its simulation see, know and are told: places in mesh coordinates, names turned into areas and goals. */
import { sceneryOf, type World } from '../build.ts';
import { sineCosineDegrees } from '../core/trigonometry.ts';
import type { Announcement, Knowing, KnowledgeOptions, KnownArea, Sign } from '../knowledge/knowledge.ts';
import type { AnnounceEvent, Scenario, ScenarioArea, ScenarioKnowledge, ScenarioSign } from '../scenario/scenario.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { inMesh, levelOf } from './places.ts';

/** Undefined where no profile has knowledge. */
export function knowledgeOf(scenario: Scenario, world: World, seed: number): KnowledgeOptions | undefined {
  if (scenario.profiles.every(({ knowledge }) => knowledge === undefined)) return undefined;
  const { mesh } = world;
  return {
    scenery: sceneryOf(world),
    profiles: scenario.profiles.map(({ knowledge }) => knowledge && knowingOf(scenario, mesh, knowledge)),
    signs: scenario.signs.map((sign) => signOf(mesh, sign)),
    announcements: scenario.events
      .filter((event) => event.kind === 'announce')
      .map((event) => said(scenario, mesh, event)),
    seed,
  };
}

function said({ areas }: Scenario, mesh: CellMesh, { at, seconds, area, notice, shows }: AnnounceEvent): Announcement {
  return {
    from: at,
    until: at + seconds,
    area: area === null ? null : knownArea(mesh, areas[area]),
    notice,
    goals: shows,
  };
}

function knownArea(mesh: CellMesh, { name, level, polygon }: ScenarioArea): KnownArea {
  return { level: levelOf(mesh, level, `area ${name}`), ring: inMesh(mesh, polygon) };
}

function knowingOf({ areas, goals }: Scenario, mesh: CellMesh, knowledge: ScenarioKnowledge): Knowing {
  const { start, ...rest } = knowledge;
  if (typeof start === 'string') return { ...rest, start };
  const known = areas.filter(({ name }) => start.includes(name));
  return {
    ...rest,
    start: {
      areas: known.map((area) => knownArea(mesh, area)),
      goals: goals.flatMap(({ name, kind }, g) => (start.includes(name) || start.includes(kind ?? name) ? [g] : [])),
    },
  };
}

function signOf(mesh: CellMesh, sign: ScenarioSign): Sign {
  const { name, at, facing, range, angle, notice, shows, gives } = sign;
  const [x, y] = inMesh(mesh, [at]);
  const [dx, dy] =
    'degrees' in facing ? directionOf(facing.degrees) : unit(facing.towards[0] - at[0], facing.towards[1] - at[1]);
  const cosine = sineCosineDegrees(angle / 2)[1];
  return {
    name,
    level: levelOf(mesh, sign.level, `sign ${name}`),
    x,
    y,
    dx,
    dy,
    range,
    cosine,
    notice,
    goals: shows,
    isArrow: gives === 'direction',
  };
}

function directionOf(degrees: number): [number, number] {
  const [sine, cosine] = sineCosineDegrees(degrees);
  return [cosine, sine];
}

function unit(dx: number, dy: number): [number, number] {
  const long = Math.sqrt(dx * dx + dy * dy);
  return [dx / long, dy / long];
}
