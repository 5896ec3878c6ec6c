/**
 * L04's abstraction by the letter of its §3.2, slowly: sets of cells, all borders counted anew at every question.
 * Shares no code with the engine. Ties as the engine documents them: by rank, the least cell of a set.
 */
import type { Edge } from '../scenes/graph-mesh.ts';

interface Group {
  cells: Set<number>;
  rank: number;
}

export interface Merge {
  rule: 'sequence' | 'part' | 'deadEnds' | 'passages' | 'pair';
  cells: number[];
  arity: number;
  /** Ranks of the children. */
  children: number[];
}

/** All merges, in no particular order. */
export function abstraction(cells: number, edges: readonly Edge[]): Merge[] {
  return partsOf(cells, edges).flatMap((part) => {
    const one = new Part(part, edges);
    one.reduce();
    return one.merges;
  });
}

function partsOf(cells: number, edges: readonly Edge[]): number[][] {
  const name = Array.from({ length: cells }, (_, c) => c);
  for (let changed = true; changed; ) {
    changed = false;
    for (const [a, b] of edges) {
      const least = Math.min(name[a], name[b]);
      if (name[a] === least && name[b] === least) continue;
      name[a] = name[b] = least;
      changed = true;
    }
  }
  return [...new Set(name)].map((part) => name.flatMap((n, c) => (n === part ? [c] : [])));
}

class Part {
  readonly merges: Merge[] = [];
  private readonly edges: readonly Edge[];
  private live: Group[];

  constructor(part: number[], edges: readonly Edge[]) {
    this.edges = edges;
    this.live = part.map((cell) => ({ cells: new Set([cell]), rank: cell }));
  }

  reduce(): void {
    while (this.live.length > 1) {
      this.sequences();
      if (this.deadEnds()) continue;
      this.passages();
      if (this.live.some((group) => this.isSmall(group))) continue;
      this.pairs();
    }
  }

  /** Groups on the other side of each border of a group. */
  private beyond(group: Group): Group[] {
    return this.edges.flatMap(([a, b]) => {
      if (group.cells.has(a) === group.cells.has(b)) return [];
      const outer = group.cells.has(a) ? b : a;
      return [this.live.find((other) => other.cells.has(outer))!];
    });
  }

  private arity(cells: Set<number>): number {
    return this.edges.filter(([a, b]) => cells.has(a) !== cells.has(b)).length;
  }

  private isSmall(group: Group): boolean {
    return [1, 2].includes(this.arity(group.cells));
  }

  private merge(children: Group[], rule: Merge['rule']): Group {
    const cells = new Set(children.flatMap((child) => [...child.cells]));
    const merged = { cells, rank: Math.min(...cells) };
    this.live = [...this.live.filter((group) => !children.includes(group)), merged];
    this.merges.push({
      rule,
      cells: [...cells].sort((a, b) => a - b),
      arity: this.arity(cells),
      children: children.map((child) => child.rank).sort((a, b) => a - b),
    });
    return merged;
  }

  private sequences(): void {
    for (let waiting = this.live.filter((group) => this.isSmall(group)); waiting.length > 0; ) {
      const sequence = this.sequenceOf(waiting);
      waiting = waiting.filter((group) => !sequence.includes(group));
      if (sequence.length > 1) this.halve(sequence, 'sequence');
    }
  }

  private halve(sequence: Group[], rule: Merge['rule']): Group {
    if (sequence.length === 1) return sequence[0];
    const middle = Math.ceil(sequence.length / 2);
    return this.merge(
      [this.halve(sequence.slice(0, middle), 'part'), this.halve(sequence.slice(middle), 'part')],
      rule,
    );
  }

  /** One whole sequence: it starts at an end, the one of lesser rank; without ends at the least rank. */
  private sequenceOf(waiting: Group[]): Group[] {
    const together = new Set([waiting[0]]);
    for (const group of together) for (const other of this.beyond(group)) if (this.isSmall(other)) together.add(other);
    const next = (group: Group) => [...new Set(this.beyond(group))].filter((other) => together.has(other));
    const isEnd = (group: Group) => this.beyond(group).filter((other) => together.has(other)).length < 2;
    const byRank = [...together].sort((p, q) => p.rank - q.rank);
    const sequence = [byRank.find(isEnd) ?? byRank[0]];
    while (sequence.length < together.size) {
      const onward = next(sequence.at(-1)!).filter((other) => !sequence.includes(other));
      sequence.push(onward.sort((p, q) => p.rank - q.rank)[0]);
    }
    return sequence;
  }

  private deadEnds(): boolean {
    const stars = new Map<Group, Group[]>();
    for (const group of this.live) {
      if (this.arity(group.cells) !== 1) continue;
      const centre = this.beyond(group)[0];
      stars.set(centre, [...(stars.get(centre) ?? []), group]);
    }
    const made = [...stars].map(([centre, ends]) => this.merge([centre, ...ends], 'deadEnds'));
    return made.some((group) => this.arity(group.cells) === 1);
  }

  private passages(): void {
    const stars = new Map<Group, Group[]>();
    for (const group of this.live) {
      if (this.arity(group.cells) !== 2) continue;
      const crossroads = this.beyond(group).filter((other) => this.arity(other.cells) > 2);
      const centre = crossroads.sort((p, q) => p.cells.size - q.cells.size || p.rank - q.rank)[0];
      if (centre !== undefined) stars.set(centre, [...(stars.get(centre) ?? []), group]);
    }
    for (const [centre, passages] of stars) this.merge([centre, ...passages], 'passages');
  }

  private pairs(): void {
    const paths = (cells: Set<number>) => this.arity(cells) * (this.arity(cells) - 1);
    const byRank = [...this.live].sort((p, q) => p.rank - q.rank);
    const pairs = byRank.flatMap((first) =>
      byRank
        .filter((second) => second.rank > first.rank && this.beyond(first).includes(second))
        .map((second) => {
          const union = new Set([...first.cells, ...second.cells]);
          return { first, second, added: paths(union) - paths(first.cells) - paths(second.cells) };
        }),
    );
    const least = Math.min(...pairs.map(({ added }) => added));
    for (const { first, second, added } of pairs) {
      if (added === least && this.live.includes(first) && this.live.includes(second))
        this.merge([first, second], 'pair');
    }
  }
}
