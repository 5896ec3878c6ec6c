import { makeBitmapTown } from '@foulee/testing';
import { describe, expect, test } from 'vitest';
import { tilesOf } from '../../test/ascii-tiles.ts';
import { checkTown } from './check-town.ts';
import { BUILDING, CROSSING, GROUND, PAVEMENT, tileAt, tilesOfPicture } from './tiles.ts';
import { makeTown, type Town } from './town.ts';

/** A town with a courtyard that is walled in: two parts. */
const { pixels, width, height } = makeBitmapTown(128, 5);
const tiles = tilesOfPicture(pixels, width, height);
const fresh = () => makeTown(tiles);

/** The first tile of a kind. */
const tileOf = ({ tiles: { kind } }: Town, wanted: number) => kind.indexOf(wanted);

/** Without one of the neighbours of goal a. */
function cut(town: Town, a: number, b: number): void {
  const { first, item } = town.graph;
  const k = item.subarray(first[a], first[a + 1]).indexOf(b) + first[a];
  town.graph = {
    first: first.map((value, g) => (g > a ? value - 1 : value)),
    item: item.filter((_, i) => i !== k),
  };
}

const firstEdge = ({ graph: { first, item } }: Town): [number, number] => {
  const a = first.findIndex((value, g) => first[g + 1] > value);
  return [a, item[first[a]]];
};

test('a town that makeTown made holds', () => {
  const town = fresh();
  expect(town.report.parts.length).toBeGreaterThan(1);
  expect(town.crossings.length).toBeGreaterThan(0);
  expect(checkTown(town)).toEqual([]);
  expect(checkTown(makeTown(tiles, { isOpen: true }))).toEqual([]);
});

describe('each promise broken once', () => {
  const breaks: [string, RegExp, (town: Town) => void][] = [
    ['a raster of another size', /tiles do not fill/, (town) => town.tiles.rows++],
    ['goals of other lengths', /arrays of goals differ/, (town) => (town.goals.radius = new Float64Array(1))],
    ['lists that do not end', /do not divide the neighbours/, (town) => town.graph.first.fill(0, 1)],
    ['a neighbour of nobody', /neighbour that does not exist/, (town) => (town.graph.item[0] = 9999)],
    ['a crossing to nobody', /crossing ends at a goal that does not exist/, (town) => (town.crossings[0] = -1)],
    ['an unknown kind', /is of kind 9/, (town) => (town.tiles.kind[tileOf(town, GROUND)] = 9)],
    [
      'a street beside a building',
      /is a street, though it is near a building/,
      (town) => (town.tiles.kind[tileOf(town, PAVEMENT)] = GROUND),
    ],
    [
      'pavement in the middle of a street',
      /is pavement away from any building/,
      (town) => (town.tiles.kind[tileOf(town, GROUND)] = PAVEMENT),
    ],
    ['a street in an open place', /though the place is open/, (town) => (town.options.isOpen = true)],
    [
      'a goal in a building',
      /goal 0 at \(.*\) is where nobody can walk/,
      (town) => (town.tiles.kind[tileAt(town.tiles, town.goals.x[0], town.goals.y[0])] = BUILDING),
    ],
    ['a goal outside', /goal 1 at .* is where nobody can walk/, (town) => (town.goals.x[1] = -5)],
    ['a radius below zero', /goal 2 has the radius -1/, (town) => (town.goals.radius[2] = -1)],
    [
      'a neighbour on one side only',
      /is a neighbour of goal \d+, but not the other way round/,
      (town) => cut(town, ...firstEdge(town)),
    ],
    ['a goal beside itself', /goal 0 is its own neighbour/, (town) => (town.graph.item[0] = 0)],
    [
      'neighbours in another order',
      /are not in increasing order/,
      ({ graph: { first, item } }) => {
        const a = first.findIndex((value, g) => first[g + 1] > value + 1);
        item.subarray(first[a], first[a + 1]).reverse();
      },
    ],
    [
      'an edge through a building',
      /the edge from goal \d+ to goal \d+, .* crosses a building/,
      (town) => {
        const [a, b] = firstEdge(town);
        const { x, y } = town.goals;
        const [middleX, middleY] = [(x[a] + x[b]) / 2, (y[a] + y[b]) / 2];
        town.tiles.kind[tileAt(town.tiles, middleX, middleY)] = BUILDING;
      },
    ],
    [
      'a crossing that is no edge',
      /the crossing from goal \d+ to goal \d+ is not in the graph/,
      (town) => {
        const [a, b] = town.crossings;
        cut(town, a, b);
        cut(town, b, a);
      },
    ],
    [
      'a crossing that was not laid',
      /the crossing from goal \d+ to goal \d+ cannot be walked/,
      (town) => town.tiles.kind.forEach((kind, t) => (town.tiles.kind[t] = kind === CROSSING ? GROUND : kind)),
    ],
    ['a part that is not told', /a part of .* is not told/, (town) => town.report.parts.pop()],
    [
      'a part that is none',
      /a part of 7 goals and 7 tiles is told and does not exist/,
      (town) => town.report.parts.push({ goals: 7, tiles: 7, x: 0, y: 0 }),
    ],
    [
      'a part with a place elsewhere',
      /a part of .* is told to be at \(0\.0, 0\.0\), where it has no goal/,
      (town) => Object.assign(town.report.parts[0], { x: 0, y: 0 }),
    ],
    [
      'goals that are not joined',
      /are not joined in the graph, though no building is between them/,
      (town) => {
        town.graph = { first: new Int32Array(town.goals.x.length + 1), item: new Int32Array(0) };
        town.crossings = new Int32Array(0);
      },
    ],
    ['a density map of other goals', /the density map counts \d+ goals of/, (town) => town.density.goals.fill(0)],
  ];

  test.each(breaks)('%s', (_, told, damage) => {
    const town = fresh();
    damage(town);
    const found = checkTown(town);
    expect(found.join('\n')).toMatch(told);
    expect(found.length).toBeLessThanOrEqual(30);
  });

  test('floor without a goal that is not told', () => {
    const town = makeTown(tilesOf('#####\n#...#\n#####'), { pavement: 2 });
    expect(checkTown(town)).toEqual([]);
    expect(town.report.withoutGoals.splice(0)).toHaveLength(1);
    expect(checkTown(town)).toEqual(['a floor without a goal of 3 tiles at (1.5, 1.5) is not told']);
  });
});
