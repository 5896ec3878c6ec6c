/**
 * Places and what is seen through their borders, on random floors and by hand: whatever an exact line of sight passes is in the tree, and
 * the exact walk confirms the witness of every node.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildWorld } from '../src/build.ts';
import { NONE } from '../src/core/none.ts';
import type { Plan } from '../src/map/plan.ts';
import { closeEyes, createSighting, observe } from '../src/perception/observe.ts';
import { informGraph } from '../src/topology/informed-graph.ts';
import { checkVisibility } from '../src/topology/check-visibility.ts';
import { checkPlaces, findScenery, type Scenery } from '../src/topology/places.ts';
import { buildVisibility } from '../src/topology/visibility.ts';
import { aimAtBorder, lookByRays, randomPose, whatTreesLack } from './oracles/sight.ts';
import { withBoundary } from './random-boundary.ts';
import { createRandom, propertyRuns, seeds } from './random.ts';
import { ROUTE_KINDS, routePlan } from './route-scenes.ts';
import { doorOf, levelOf, planOf as storeysOf, stairs } from './scenes/storeys.ts';
import { planOf, rectangle } from './shapes.ts';
import { MIRROR, SHIFT, transformed, turn } from './transforms.ts';

function look(plan: Plan, range?: number) {
  const { mesh } = buildWorld(plan);
  const graph = informGraph(mesh);
  const scenery = findScenery(mesh, graph);
  return { ...scenery, graph, scenery, visibility: buildVisibility(scenery, range) };
}

/** Eight rooms in a row, 8 by 6 m, walls of 0.2 m, with doorways of 1.2 m, one behind the other or staggered. */
function enfilade(isStaggered: boolean): Plan {
  const rooms = Array.from({ length: 8 }, (_, k) => [rectangle(8.2 * k, 0, 8.2 * k + 8, 6)]);
  const ways = Array.from({ length: 7 }, (_, k) => {
    const y = isStaggered && k % 2 === 1 ? 4 : 1;
    return [rectangle(8.2 * k + 8, y, 8.2 * k + 8.2, y + 1.2)];
  });
  return planOf('enfilade', 'polygons', [...rooms, ...ways], []);
}

describe('places', () => {
  it.each([
    ['as it is', enfilade(false)],
    ['staggered', enfilade(true)],
    ['turned', transformed(enfilade(false), turn(37))],
    ['mirrored', transformed(enfilade(true), MIRROR)],
    ['far away', transformed(enfilade(true), SHIFT)],
  ])('eight rooms in a row are eight places: %s', (_, plan) => {
    const { graph, places, scenery } = look(plan);
    expect(checkPlaces(graph, scenery)).toEqual([]);
    expect(graph.groups.kind.length).toBe(1);
    expect(places.group.length).toBe(8);
    expect(places.accesses).toBe(7);
  });

  it('a long corridor between two rooms is a place of its own, a doorway is not', () => {
    const rooms = [[rectangle(0, 0, 6, 6)], [rectangle(18, 0, 24, 6)]];
    expect(look(planOf('corridor', 'polygons', [...rooms, [rectangle(6, 2, 18, 4)]], [])).places.group.length).toBe(3);
    const near = [[rectangle(0, 0, 6, 6)], [rectangle(6.3, 0, 12, 6)], [rectangle(6, 2, 6.3, 4)]];
    expect(look(planOf('doorway', 'polygons', near, [])).places.group.length).toBe(2);
  });

  it('columns do not cut a hall, nor do wide openings', () => {
    const columns = [[rectangle(5, 3, 5.5, 3.5)]];
    expect(look(planOf('one column', 'polygons', [[rectangle(0, 0, 20, 20)]], columns)).places.accesses).toBe(
      look(planOf('one column', 'polygons', [[rectangle(0, 0, 20, 20)]], columns)).graph.groups.borders.item.length / 2,
    );
    // Two rooms of 16 m and an opening between them.
    const placesBy = (width: number) => {
      const opening = rectangle(16, 8 - width / 2, 16.2, 8 + width / 2);
      const rooms = [[rectangle(0, 0, 16, 16)], [opening], [rectangle(16.2, 0, 32, 16)]];
      return look(planOf('wide', 'polygons', rooms, [])).places.group.length;
    };
    expect(placesBy(7)).toBe(1);
    expect(placesBy(4)).toBe(2);
  });

  it('doors and the ends of stairs are borders', () => {
    const hall = rectangle(0, 0, 12, 6);
    const levels = [levelOf('ground', 0, [hall]), levelOf('upper', 3, [hall])];
    const plan = storeysOf(levels, [stairs('stair', 0, 1, [3, 4, 3, 2, 7, 2, 7, 4])], [doorOf('door', 9, 0, 9, 6)]);
    const { mesh, graph, places, scenery } = look(plan);
    expect(checkPlaces(graph, scenery)).toEqual([]);
    for (let s = 0; s < mesh.sideTwin.length; s++) {
      if (mesh.sideTwin[s] === NONE) continue;
      const isLinkEnd = mesh.cellLink[mesh.sideCell[s]] !== mesh.cellLink[mesh.sideCell[mesh.sideTwin[s]]];
      if (isLinkEnd || mesh.sideDoor[s] !== NONE) expect(places.borderOf[s]).not.toBe(NONE);
    }
  });
});

describe('visibility', () => {
  it('rooms in a row are seen one behind the other while doorways are in line, and not round corners', () => {
    const straight = look(enfilade(false), 100);
    const { places, visibility, mesh } = straight;
    // Through the first doorway, away from the first room: all six others.
    const first = Math.min(...places.borderSides);
    const tree = places.borderSides.indexOf(
      places.layer.ofCell[mesh.sideCell[first]] === 0 ? first : mesh.sideTwin[first],
    );
    expect(visibility.treeFirst[tree + 1] - visibility.treeFirst[tree]).toBe(6);
    const bent = look(enfilade(true), 100);
    const nodes = bent.places.borderSides.length;
    expect(bent.visibility.nodeSide.length).toBeLessThan(nodes * 3);
  });

  it('people see through glass, and walk round it', () => {
    const plan = planOf(
      'glass',
      'polygons',
      [[rectangle(0, 0, 20, 8)]],
      [],
      [
        [10, 0, 10, 2],
        [10, 6, 10, 8],
      ],
    );
    plan.levels[0].glass = [Float64Array.of(10, 2, 10, 4.8)];
    const { graph, places, scenery, visibility } = look(plan);
    expect(checkPlaces(graph, scenery)).toEqual([]);
    expect(checkVisibility(scenery, visibility)).toEqual([]);
    expect(places.group.length).toBe(2);
    expect(places.accesses).toBe(1);
    expect(places.borderSides.length / 2).toBeGreaterThan(1);
    const tally = { lines: 0, seen: 0 };
    const trees = Array.from(places.borderSides, (_, i) => i);
    expect(whatTreesLack(scenery, visibility, trees, 500, createRandom(1), tally)).toEqual([]);
  });

  it('nobody sees over the end of a flight of stairs', () => {
    const hall = rectangle(0, 0, 12, 6);
    const levels = [levelOf('ground', 0, [hall]), levelOf('upper', 3, [hall])];
    const plan = storeysOf(levels, [stairs('stair', 0, 1, [3, 4, 3, 2, 7, 2, 7, 4])]);
    const { mesh, places, visibility } = look(plan);
    for (let i = 0; i < places.borderSides.length; i++) {
      for (let n = visibility.treeFirst[i]; n < visibility.treeFirst[i + 1]; n++) {
        const parent = visibility.nodeParent[n];
        const behind = parent === NONE ? places.borderSides[i] : visibility.nodeSide[parent];
        const through = mesh.sideCell[mesh.sideTwin[behind]];
        // A node below a link's far end would lie on the other level.
        expect(mesh.sideCell[visibility.nodeSide[n]] === through || mesh.cellLink[through] === NONE).toBe(true);
      }
    }
  });

  it.each(ROUTE_KINDS)('nothing is seen that the tree lacks, and every witness is confirmed: %s', (kind) => {
    const tally = { lines: 0, seen: 0 };
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = createRandom(seed + 1);
        const { graph, places, scenery, visibility } = look(withBoundary(routePlan(kind, seed), random), 40);
        expect(checkPlaces(graph, scenery)).toEqual([]);
        expect(checkVisibility(scenery, visibility)).toEqual([]);
        const trees = random.shuffle(Array.from(places.borderSides, (_, i) => i)).slice(0, 12);
        expect(whatTreesLack(scenery, visibility, trees, 200, random, tally)).toEqual([]);
      }),
      propertyRuns(6),
    );
  });
});

describe('observation', () => {
  /** Nothing is missed that a ray hits, and nothing is seen that none hits: borders between two rays get rays of their own. Counts sightings. */
  function compare(scenery: Scenery, poses: number, random: ReturnType<typeof createRandom>, tally: number[]): void {
    const sighting = createSighting(scenery);
    for (let k = 0; k < poses; k++) {
      const pose = randomPose(scenery.mesh, random, random.pick([30, 90, 170]), random.pick([5, 20, 60]));
      closeEyes(sighting);
      observe(scenery, pose, sighting);
      const byRays = lookByRays(scenery, pose, 3600);
      const borders = new Set(sighting.borders.subarray(0, sighting.borderCount));
      const places = new Set(sighting.places.subarray(0, sighting.placeCount));
      expect([...byRays.borders].filter((border) => !borders.has(border))).toEqual([]);
      expect([...byRays.places].filter((place) => !places.has(place))).toEqual([]);
      const unhit = [...borders].filter((border) => !byRays.borders.has(border));
      expect(unhit.filter((border) => !aimAtBorder(scenery, pose, border, byRays))).toEqual([]);
      expect([...places].filter((place) => !byRays.places.has(place))).toEqual([]);
      tally[0] += borders.size + places.size;
      tally[1] += unhit.length;
    }
  }

  it('sees what rays hit, and nothing else', () => {
    const tally = [0, 0];
    for (const kind of ROUTE_KINDS) {
      compare(look(routePlan(kind, 7)).scenery, 30, createRandom(3), tally);
    }
    expect(tally[0]).toBeGreaterThan(2000);
    expect(tally[1]).toBeGreaterThan(0);
  });

  it('looks up and down a flight of stairs from it, and no further than its end from the floor', () => {
    const hall = rectangle(0, 0, 12, 6);
    const levels = [levelOf('ground', 0, [hall]), levelOf('upper', 3, [hall])];
    const { scenery } = look(storeysOf(levels, [stairs('stair', 0, 1, [3, 4, 3, 2, 7, 2, 7, 4])]));
    compare(scenery, 60, createRandom(5), [0, 0]);
  });
});
