/**
 * The best paths through one node of the abstraction tree, from those through its children (l04-paths.ts).
 *
 * Key points of the children are *ends* (on borders of the node itself) or *inner* (between two children). From each
 * end, labels go through the child it belongs to, then from inner point to inner point, best first, always on into the
 * child that was not come from; ends are never passed. Once for the shortest way, once for the widest.
 * O(s · b) per end for s inner points and b points in all; mostly s is 1 or 2.
 */
import { GrowableInts, grownFloats, grownInts } from '../../core/growable.ts';
import { NONE } from '../../core/none.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import type { AbstractionTree } from '../../topology/abstraction-tree.ts';
import type { L04Paths } from './l04-paths.ts';
import type { Roadmap } from '../roadmap/roadmap.ts';

export class NodeSolver {
  private readonly mesh: CellMesh;
  private readonly roadmap: Roadmap;
  private readonly tree: AbstractionTree;
  private readonly paths: L04Paths;
  private readonly vias: GrowableInts;

  // Points of the node at hand are numbered: the ends in the order of the node's table, then the inner ones.
  private ends = 0;
  /** Number → key point, and back; NONE elsewhere. */
  private readonly point = new GrowableInts();
  private readonly numberOf: Int32Array;
  /** Of each point two children (counted from 0), NONE where there is one only, and its rows in their tables. */
  private childOf: Int32Array = new Int32Array(128);
  private rowOf: Int32Array = new Int32Array(128);
  /** Points of child c: member[memberFirst[c]] … member[memberFirst[c + 1] - 1], in the order of its table. */
  private readonly memberFirst = new GrowableInts();
  private readonly member = new GrowableInts();
  /** Square tables of the children, one after the other. */
  private readonly tableFirst = new GrowableInts();
  private tableEnd = 0;
  private length: Float64Array = new Float64Array(1024);
  private narrowest: Int32Array = new Int32Array(1024);
  private widest: Int32Array = new Int32Array(1024);

  // Labels of the search from one end.
  private distance: Float64Array = new Float64Array(64);
  private width: Int32Array = new Int32Array(64);
  private before: Int32Array = new Int32Array(64);
  /** The child come through; NONE: no label. */
  private through: Int32Array = new Int32Array(64);
  private isDone: Int32Array = new Int32Array(64);

  /** @param paths its tables are filled, but for `vias`, which are put into a list of their own */
  constructor(mesh: CellMesh, roadmap: Roadmap, tree: AbstractionTree, paths: L04Paths, vias: GrowableInts) {
    this.mesh = mesh;
    this.roadmap = roadmap;
    this.tree = tree;
    this.paths = paths;
    this.vias = vias;
    this.numberOf = new Int32Array(roadmap.pointSegment.length).fill(NONE);
  }

  /** Fill the node's part of the tables. Its list of points is there already, and its children are done. */
  solve(node: number): void {
    const { paths, point, numberOf } = this;
    const { pointSegment } = this.roadmap;
    this.gather(node);
    for (let i = 1; i < this.ends; i++) {
      const first = paths.pairFirst[node] + (i * (i - 1)) / 2;
      const own = pointSegment[point.array[i]];
      this.findShortest(i);
      for (let j = 0; j < i; j++) {
        const isPath = this.through[j] !== NONE && pointSegment[point.array[j]] !== own;
        paths.length[first + j] = isPath ? this.distance[j] : Infinity;
        paths.narrowest[first + j] = isPath ? this.width[j] : NONE;
        paths.via[first + j] = isPath ? this.storeVias(j) : NONE;
      }
      this.findWidest(i);
      for (let j = 0; j < i; j++) {
        paths.widest[first + j] = paths.narrowest[first + j] === NONE ? NONE : this.width[j];
      }
    }
    for (let p = 0; p < point.length; p++) numberOf[point.array[p]] = NONE;
  }

  /** Number the points of a node, find the children they belong to, and copy the children's tables. */
  private gather(node: number): void {
    const { paths, tree } = this;
    this.point.clear();
    this.memberFirst.clear();
    this.member.clear();
    this.tableFirst.clear();
    this.tableEnd = 0;
    for (let i = paths.pointFirst[node]; i < paths.pointFirst[node + 1]; i++) this.number(paths.point[i]);
    this.ends = this.point.length;
    for (let i = tree.childFirst[node]; i < tree.childFirst[node + 1]; i++) {
      const child = tree.child[i];
      if (tree.arity[child] < 2) continue; // nothing leads through a dead end
      if (child < tree.cells) this.addCell(child);
      else this.addNode(child);
    }
    this.memberFirst.push(this.member.length);
    const points = this.point.length;
    if (this.distance.length < points) {
      this.distance = grownFloats(this.distance, points);
      this.width = grownInts(this.width, points);
      this.before = grownInts(this.before, points);
      this.through = grownInts(this.through, points);
      this.isDone = grownInts(this.isDone, points);
    }
  }

  private number(point: number): number {
    const known = this.numberOf[point];
    if (known !== NONE) return known;
    const number = this.point.length;
    this.numberOf[point] = number;
    this.point.push(point);
    if (this.childOf.length < 2 * number + 2) {
      this.childOf = grownInts(this.childOf, 2 * number + 2);
      this.rowOf = grownInts(this.rowOf, 2 * number + 2);
    }
    this.childOf[2 * number] = NONE;
    this.childOf[2 * number + 1] = NONE;
    return number;
  }

  /** The next point of the child at hand. */
  private addMember(point: number): void {
    const number = this.number(point);
    const child = this.memberFirst.length - 1;
    const slot = this.childOf[2 * number] === NONE ? 2 * number : 2 * number + 1;
    this.childOf[slot] = child;
    this.rowOf[slot] = this.member.length - this.memberFirst.array[child];
    this.member.push(number);
  }

  /** Room for a square table; its first entry. */
  private addTable(rows: number): number {
    const first = this.tableEnd;
    this.tableFirst.push(first);
    this.tableEnd += rows * rows;
    if (this.length.length < this.tableEnd) {
      this.length = grownFloats(this.length, this.tableEnd);
      this.narrowest = grownInts(this.narrowest, this.tableEnd);
      this.widest = grownInts(this.widest, this.tableEnd);
    }
    return first;
  }

  /** A child that is a cell: straight lines between points of different segments. */
  private addCell(cell: number): void {
    const { mesh, roadmap, point, member } = this;
    const { segmentRank } = this.paths;
    const { points, pointFirst, pointSegment, segmentOf } = roadmap;
    const from = member.length;
    this.memberFirst.push(from);
    for (let s = mesh.cellFirst[cell]; s < mesh.cellFirst[cell + 1]; s++) {
      const segment = segmentOf[s];
      if (segment === NONE) continue;
      for (let p = pointFirst[segment]; p < pointFirst[segment + 1]; p++) this.addMember(p);
    }
    const rows = member.length - from;
    const table = this.addTable(rows);
    const { length, narrowest, widest } = this;
    for (let i = 0; i < rows; i++) {
      const p = point.array[member.array[from + i]];
      for (let j = 0; j < rows; j++) {
        const q = point.array[member.array[from + j]];
        const dx = points[2 * p] - points[2 * q];
        const dy = points[2 * p + 1] - points[2 * q + 1];
        const entry = table + i * rows + j;
        const isPath = pointSegment[p] !== pointSegment[q];
        length[entry] = isPath ? Math.sqrt(dx * dx + dy * dy) : Infinity;
        const width = Math.min(segmentRank[pointSegment[p]], segmentRank[pointSegment[q]]);
        narrowest[entry] = isPath ? width : NONE;
        widest[entry] = isPath ? width : NONE;
      }
    }
  }

  private addNode(node: number): void {
    const { paths } = this;
    const first = paths.pointFirst[node];
    const rows = paths.pointFirst[node + 1] - first;
    this.memberFirst.push(this.member.length);
    for (let i = 0; i < rows; i++) this.addMember(paths.point[first + i]);
    const table = this.addTable(rows);
    const { length, narrowest, widest } = this;
    let pair = paths.pairFirst[node];
    for (let i = 0; i < rows; i++) {
      length[table + i * rows + i] = Infinity;
      narrowest[table + i * rows + i] = NONE;
      widest[table + i * rows + i] = NONE;
      for (let j = 0; j < i; j++, pair++) {
        const entry = table + i * rows + j;
        const mirrored = table + j * rows + i;
        length[entry] = length[mirrored] = paths.length[pair];
        narrowest[entry] = narrowest[mirrored] = paths.narrowest[pair];
        widest[entry] = widest[mirrored] = paths.widest[pair];
      }
    }
  }

  /** Labels of the shortest ways from an end: `distance`, `width`, `before`. */
  private findShortest(end: number): void {
    const { distance, width, before, through, isDone, member, memberFirst, tableFirst, ends } = this;
    const points = this.point.length;
    through.fill(NONE, 0, points);
    isDone.fill(0, 0, points);
    let at = end;
    let slot = 2 * end;
    let soFar = 0;
    let widthSoFar = Infinity;
    for (;;) {
      const child = this.childOf[slot];
      if (child !== NONE) {
        const from = memberFirst.array[child];
        const rows = memberFirst.array[child + 1] - from;
        const table = tableFirst.array[child] + this.rowOf[slot] * rows;
        for (let j = 0; j < rows; j++) {
          const total = soFar + this.length[table + j];
          const to = member.array[from + j];
          if (total === Infinity || (through[to] !== NONE && total >= distance[to]) || isDone[to] === 1) continue;
          distance[to] = total;
          width[to] = Math.min(widthSoFar, this.narrowest[table + j]);
          before[to] = at === end ? NONE : at;
          through[to] = child;
        }
      }
      at = NONE;
      for (let p = ends; p < points; p++) {
        if (isDone[p] === 0 && through[p] !== NONE && (at === NONE || distance[p] < distance[at])) at = p;
      }
      if (at === NONE) return;
      isDone[at] = 1;
      slot = this.childOf[2 * at] === through[at] ? 2 * at + 1 : 2 * at;
      soFar = distance[at];
      widthSoFar = width[at];
    }
  }

  /** Labels of the widest ways from an end: `width` only, NONE where there is none. */
  private findWidest(end: number): void {
    const { width, through, isDone, member, memberFirst, tableFirst, ends } = this;
    const points = this.point.length;
    width.fill(NONE, 0, points);
    isDone.fill(0, 0, points);
    let at = end;
    let slot = 2 * end;
    let widthSoFar = Infinity;
    for (;;) {
      const child = this.childOf[slot];
      if (child !== NONE) {
        const from = memberFirst.array[child];
        const rows = memberFirst.array[child + 1] - from;
        const table = tableFirst.array[child] + this.rowOf[slot] * rows;
        for (let j = 0; j < rows; j++) {
          const widest = Math.min(widthSoFar, this.widest[table + j]);
          const to = member.array[from + j];
          if (widest <= width[to] || isDone[to] === 1) continue;
          width[to] = widest;
          through[to] = child;
        }
      }
      at = NONE;
      for (let p = ends; p < points; p++) {
        if (isDone[p] === 0 && width[p] !== NONE && (at === NONE || width[p] > width[at])) at = p;
      }
      if (at === NONE) return;
      isDone[at] = 1;
      slot = this.childOf[2 * at] === through[at] ? 2 * at + 1 : 2 * at;
      widthSoFar = width[at];
    }
  }

  /** The inner points on the way to a label, from it back to the end the search began at, as `via` tells them. */
  private storeVias(label: number): number {
    const { before, point, vias } = this;
    const last = before[label];
    if (last === NONE) return NONE;
    if (before[last] === NONE) return point.array[last];
    const at = vias.length;
    vias.push(0);
    for (let p = last; p !== NONE; p = before[p]) vias.push(point.array[p]);
    vias.array[at] = vias.length - at - 1;
    return -2 - at;
  }
}
