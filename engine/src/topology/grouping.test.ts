import { describe, expect, it } from 'vitest';
import { groupNaively } from '../../test/oracles/grouping.ts';
import { createRandom, type Random } from '../../test/random.ts';
import { groupNodes, type MarkedGraph } from './grouping.ts';
import { CLOSED, CROSSROADS, DEAD_END, PASSAGE } from './kinds.ts';

/** A graph whose kinds are by arity, from edges such as 'ab bc'; nodes by letters, capitals are virtual. */
function graphOf(text: string): { graph: MarkedGraph; letters: string[] } {
  const words = text.split(' ');
  const letters = [...new Set(words.join(''))].sort();
  const edges = words.filter((word) => word.length === 2).flatMap((word) => [...word].map((l) => letters.indexOf(l)));
  const kind = Uint8Array.from(letters, (_, i) => Math.min(edges.filter((node) => node === i).length, CROSSROADS));
  const isVirtual = Uint8Array.from(letters, (letter) => (letter < 'a' ? 1 : 0));
  return { graph: { kind, isVirtual, edges: Int32Array.from(edges) }, letters };
}

const MARKS = { [CLOSED]: 'closed', [DEAD_END]: 'dead end', [PASSAGE]: 'corridor', [CROSSROADS]: 'crossroads' };

/** Groups as words: 'corridor bc'. */
function grouped(text: string): string[] {
  const { graph, letters } = graphOf(text);
  const { groupOf, kind, virtualGroup } = groupNodes(graph);
  return Array.from(kind, (k, g) => {
    const nodes = letters.filter((_, i) => groupOf[i] === g).join('');
    return `${g === virtualGroup ? 'virtual ' : ''}${MARKS[k as 0 | 1 | 2 | 3]} ${nodes}`;
  }).sort((a, b) => a.localeCompare(b));
}

describe('grouping, by hand', () => {
  it('two crossroads that three corridors join', () => {
    expect(grouped('ac cd db ae eb af fb')).toEqual([
      'corridor cd',
      'corridor e',
      'corridor f',
      'crossroads a',
      'crossroads b',
    ]);
  });

  it('a corridor takes the dead end at its end, and becomes one', () => {
    expect(grouped('ac cd db ae eb af fb ag gh')).toContain('dead end gh');
  });

  it('crossroads with only dead ends around are closed', () => {
    expect(grouped('ab ac ad')).toEqual(['closed abcd']);
  });

  it('false crossroads, with two corridors and dead ends, become a corridor with them', () => {
    // x has a dead end y and lies between the corridors p and q.
    expect(grouped('ap px xq qb xy ac cb ad db')).toEqual([
      'corridor c',
      'corridor d',
      'corridor pqxy',
      'crossroads a',
      'crossroads b',
    ]);
  });

  it('false crossroads with one corridor become a dead end with it', () => {
    expect(grouped('ap px xy xz ac cb ad db ae eb')).toContain('dead end pxyz');
  });

  it('a corridor from crossroads back to them is part of them', () => {
    expect(grouped('ap pq qa ac cb ad db ae eb')).toContain('crossroads apq');
  });

  it('a ring of rings shrinks to nothing: each loop frees the next crossroads', () => {
    expect(grouped('ap pa ac cb bq qb')).toEqual(['closed abcpq']);
  });

  it('without crossroads: a ring, a row, two cells, one', () => {
    expect(grouped('ab bc ca')).toEqual(['closed abc']);
    expect(grouped('ab bc cd')).toEqual(['closed abcd']);
    expect(grouped('ab')).toEqual(['closed ab']);
    expect(grouped('a')).toEqual(['closed a']);
    expect(grouped('ab ab')).toEqual(['closed ab']);
    expect(grouped('ab cd e')).toEqual(['closed ab', 'closed cd', 'closed e']);
  });

  it('outside: virtual nodes are one, with the dead ends at them; entries stay apart', () => {
    // Two virtual nodes apart; x has three connections of which one is to the outside.
    expect(grouped('Aa Bb ac cb ad db ae eb Az')).toEqual([
      'corridor c',
      'corridor d',
      'corridor e',
      'crossroads a',
      'crossroads b',
      'virtual crossroads ABz',
    ]);
  });

  it('outside: what leads from it to it is part of it; what leads nowhere is a dead end', () => {
    expect(grouped('Aa ab bB')).toEqual(['virtual crossroads ABab']);
    expect(grouped('Aa ab ac ad')).toEqual(['dead end abcd', 'virtual crossroads A']);
    expect(grouped('Aa ab ac cB')).toEqual(['virtual crossroads ABabc']);
    // One connection to the outside, one corridor to crossroads beyond.
    expect(grouped('Ax xy xp pa ac cb ad db ae eb')).toEqual([
      'corridor c',
      'corridor d',
      'corridor e',
      'corridor pxy',
      'crossroads a',
      'crossroads b',
      'virtual crossroads A',
    ]);
  });

  it('zones: the same again, with the kinds that groups have', () => {
    // Crossroads a with a dead end and two corridors to b, which has a third way to the outside.
    const graph = {
      kind: Uint8Array.of(CROSSROADS, DEAD_END, PASSAGE, PASSAGE, CROSSROADS, CROSSROADS),
      isVirtual: Uint8Array.of(0, 0, 0, 0, 0, 1),
      edges: Int32Array.of(0, 1, 0, 2, 2, 4, 0, 3, 3, 4, 4, 5),
    };
    // a takes its dead end and has two connections left: with both corridors it is a loop at b, which has one left.
    const { groupOf, kind, virtualGroup } = groupNodes(graph);
    expect([...groupOf]).toEqual([0, 0, 0, 0, 0, 1]);
    expect([...kind]).toEqual([DEAD_END, CROSSROADS]);
    expect(virtualGroup).toBe(1);
  });
});

function randomGraph(random: Random): MarkedGraph {
  const count = random.integer(1, 24);
  const edges: number[] = [];
  const add = (a: number, b: number) => {
    if (a !== b) edges.push(a, b);
  };
  // Mostly a tree, then rings; sometimes in several pieces.
  for (let i = 1; i < count; i++) if (random.chance(0.93)) add(i, random.integer(Math.max(0, i - 6), i - 1));
  for (let k = random.integer(0, 10); k > 0; k--) add(random.integer(0, count - 1), random.integer(0, count - 1));
  const virtualShare = random.pick([0, 0, 0.1, 0.3]);
  return {
    kind: Uint8Array.from({ length: count }, (_, i) => Math.min(edges.filter((node) => node === i).length, CROSSROADS)),
    isVirtual: Uint8Array.from({ length: count }, () => (random.chance(virtualShare) ? 1 : 0)),
    edges: Int32Array.from(edges),
  };
}

/** The next layer's graph. */
function quotient(
  { edges }: MarkedGraph,
  groupOf: ArrayLike<number>,
  kind: Uint8Array,
  virtualGroup: number,
): MarkedGraph {
  const between: number[] = [];
  for (let e = 0; e < edges.length; e += 2) {
    const [a, b] = [groupOf[edges[e]], groupOf[edges[e + 1]]];
    if (a !== b) between.push(a, b);
  }
  return { kind, isVirtual: kind.map((_, g) => (g === virtualGroup ? 1 : 0)), edges: Int32Array.from(between) };
}

describe('grouping, against the sentences in any order', () => {
  it('1,500 random graphs, both layers', () => {
    const sizes = new Set<number>();
    for (let seed = 0; seed < 1500; seed++) {
      const random = createRandom(seed);
      let graph = randomGraph(random);
      for (let layer = 0; layer < 2; layer++) {
        const { groupOf, kind, virtualGroup } = groupNodes(graph);
        const mine = Array.from(kind, (k, g) => {
          const nodes = [...groupOf.keys()].filter((node) => groupOf[node] === g);
          return `${nodes.join(' ')} ${MARKS[k as 0 | 1 | 2 | 3]} ${g === virtualGroup}`;
        });
        const naive = groupNaively(graph, random).map(
          (group) => `${group.nodes.sort((a, b) => a - b).join(' ')} ${group.kind} ${group.isVirtual}`,
        );
        expect(mine.toSorted(), `seed ${seed}, layer ${layer}`).toEqual(naive.toSorted());
        sizes.add(mine.length);
        graph = quotient(graph, groupOf, kind, virtualGroup);
      }
    }
    expect(sizes.size).toBeGreaterThan(8);
  });

  it('does not depend on the order of edges', () => {
    for (let seed = 0; seed < 300; seed++) {
      const random = createRandom(seed);
      const graph = randomGraph(random);
      const pairs = random.shuffle([...graph.edges.keys()].filter((e) => e % 2 === 0));
      const turned = pairs.flatMap((e) => random.shuffle([graph.edges[e], graph.edges[e + 1]]));
      expect(groupNodes({ ...graph, edges: Int32Array.from(turned) })).toEqual(groupNodes(graph));
    }
  });

  it('a chain of 200,000 rings shrinks one by one, without recursion', () => {
    // x ═ x ═ x ═ …: two corridors between neighbours.
    const links = 200_000;
    const edges = new Int32Array(8 * links);
    for (let i = 0; i < links; i++) {
      const [a, b] = [3 * i, 3 * i + 3];
      edges.set([a, a + 1, a + 1, b, a, a + 2, a + 2, b], 8 * i);
    }
    const count = 3 * links + 1;
    const kind = new Uint8Array(count).fill(PASSAGE);
    for (let i = 1; i < links; i++) kind[3 * i] = CROSSROADS;
    const { kind: kinds } = groupNodes({ kind, isVirtual: new Uint8Array(count), edges });
    expect([...kinds]).toEqual([CLOSED]);
  });
});
