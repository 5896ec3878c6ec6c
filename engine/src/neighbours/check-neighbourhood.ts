/**
 * Checks a Neighbourhood against its definition and names what is wrong; an empty list means it holds.
 *
 * The triangulation: twins agree, triangles turn left and are 2n + 2 per level, every edge is Delaunay with ties by serial: no other
 * triangulation has all that. The lists: exactly its edges between walkers, doubles at their originals, in
 * the order of serials, and the same seen from both ends. To be asked after an update, before walkers change. Linear.
 */
import type { Crowd } from '../crowd/crowd.ts';
import { NONE } from '../core/none.ts';
import type { Neighbourhood } from './neighbourhood.ts';
import { mustFlip, turn } from './signs.ts';
import { GHOSTS, isDead, next, previous, TRIANGLE } from './walker-mesh.ts';

const KEPT = 20;

export function checkNeighbourhood(hood: Neighbourhood, crowd: Crowd): string[] {
  const found: string[] = [];
  const say = (text: string) => {
    if (found.length < KEPT) found.push(text);
  };
  checkTriangles(hood, say);
  checkVertices(hood, crowd, say);
  checkLists(hood, crowd, say);
  return found;
}

function checkTriangles({ mesh }: Neighbourhood, say: (text: string) => void): void {
  const { corner, twin, opposite, outer, firstWalker, population } = mesh;
  const triangles = new Int32Array(mesh.levels);
  for (let t = 0; t < mesh.triangleEnd; t++) {
    if (isDead(mesh, t)) continue;
    const level = mesh.level[corner[TRIANGLE * t]];
    triangles[level]++;
    if (!(turn(mesh, corner[TRIANGLE * t], corner[TRIANGLE * t + 1], corner[TRIANGLE * t + 2]) > 0)) {
      say(`triangle ${t} does not turn left`);
      continue;
    }
    for (let e = TRIANGLE * t; e < TRIANGLE * t + 3; e++) {
      const f = twin[e];
      const a = corner[e];
      const b = corner[next(e)];
      if (mesh.level[a] !== level) say(`triangle ${t} has corners on two levels`);
      if (f === outer) {
        if (Math.max(a, b) >= firstWalker) say(`half-edge ${e} has no twin among the walkers`);
      } else if (twin[f] !== e || corner[f] !== b || corner[next(f)] !== a) {
        say(`half-edges ${e} and ${f} are not two sides of one edge`);
      } else if (Math.max(a, b) < firstWalker) say(`half-edge ${e} joins ghosts inside`);
      else if (opposite[e] !== corner[previous(f)]) say(`half-edge ${e} remembers a wrong opposite corner`);
      else if (mustFlip(mesh, e)) say(`the edge between vertices ${a} and ${b} is not Delaunay`);
    }
  }
  for (let level = 0; level < mesh.levels; level++) {
    const expected = population[level] === 0 ? 0 : 2 * population[level] + 2;
    if (triangles[level] !== expected) say(`level ${level} has ${triangles[level]} triangles instead of ${expected}`);
  }
}

function checkVertices({ mesh, doubles, slotOf }: Neighbourhood, crowd: Crowd, say: (text: string) => void): void {
  const { place, vertexEdge, corner } = mesh;
  const inside = new Int32Array(mesh.levels);
  for (let i = 0; i < crowd.count; i++) {
    const v = crowd.vertex[i];
    if (v === NONE) continue;
    const name = crowd.serial[i];
    if (mesh.serial[v] !== name || slotOf[v] !== i) {
      say(`walker ${name} and vertex ${v} do not know each other`);
      continue;
    }
    const dx = Math.abs(place[2 * v] - crowd.place[2 * i]);
    const dy = Math.abs(place[2 * v + 1] - crowd.place[2 * i + 1]);
    if (!(dx + dy < 2 ** -98)) say(`vertex ${v} is not where walker ${name} is`);
    if (vertexEdge[v] !== NONE) {
      inside[mesh.level[v]]++;
      if (corner[vertexEdge[v]] !== v) say(`vertex ${v} remembers a half-edge that starts elsewhere`);
      continue;
    }
    const original = doubles.original[v];
    if (original === NONE || vertexEdge[original] === NONE) say(`walker ${name} is nobody's double`);
    else if (
      place[2 * original] !== place[2 * v] ||
      place[2 * original + 1] !== place[2 * v + 1] ||
      mesh.level[original] !== mesh.level[v]
    ) {
      say(`walker ${name} is the double of one who stands elsewhere`);
    } else if (mesh.serial[original] > name) say(`walker ${name} is the double of a later one`);
  }
  for (let level = 0; level < mesh.levels; level++) {
    if (inside[level] !== mesh.population[level]) say(`level ${level} has walkers that are not in the crowd`);
  }
}

function checkLists(hood: Neighbourhood, crowd: Crowd, say: (text: string) => void): void {
  const { first, item, mesh, doubles } = hood;
  const { vertex, serial, count } = crowd;
  const { corner, vertexEdge, twin } = mesh;
  const doublesOf = new Map<number, number[]>();
  for (const u of doubles.vertex.subarray(0, doubles.count)) {
    const original = doubles.original[u];
    const others = doublesOf.get(original);
    if (others === undefined) doublesOf.set(original, [u]);
    else others.push(u);
  }
  if (first[0] !== 0) say('the first list does not start at 0');
  for (let i = 0; i < count; i++) {
    const name = serial[i];
    const expected = new Set<number>();
    const v = vertex[i];
    if (v !== NONE && vertexEdge[v] === NONE) expected.add(doubles.original[v]);
    else if (v !== NONE) {
      let e = vertexEdge[v];
      // A broken mesh may lead round and round elsewhere: not more turns than a walker can have edges.
      for (let turns = 0; turns <= count + GHOSTS; turns++) {
        if (corner[next(e)] >= mesh.firstWalker) expected.add(corner[next(e)]);
        e = twin[previous(e)];
        if (e === vertexEdge[v]) break;
      }
    }
    for (const u of doublesOf.get(v) ?? []) expected.add(u);
    let last: number = NONE;
    for (let k = first[i]; k < first[i + 1]; k++) {
      const j = item[k];
      if (!(j >= 0 && j < count)) {
        say(`walker ${name} has a neighbour in slot ${j}, which is empty`);
        continue;
      }
      if (!expected.delete(vertex[j])) say(`walkers ${name} and ${serial[j]} are not neighbours`);
      if (serial[j] <= last) say(`the neighbours of walker ${name} are not in order`);
      last = serial[j];
    }
    for (const u of expected) say(`walker ${name} lacks its neighbour ${mesh.serial[u]}`);
  }
}
