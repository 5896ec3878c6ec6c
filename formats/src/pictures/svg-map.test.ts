/** The map as SVG: read back as text, its geometry measured, its labels looked at for collisions. */
import { buildWorld, informGraph, METRES, type Plan, type PlanLevel, sceneryOf, type World } from '@foulee/engine';
import { describe, expect, test } from 'vitest';
import { INTEGRATION_STROKES, integrationClasses } from './svg-integration.ts';
import { worldToSvg } from './svg-map.ts';

function ring(...points: [number, number][]): Float64Array {
  return Float64Array.from(points.flat());
}

function box(x: number, y: number, width: number, height: number): Float64Array {
  return ring([x, y], [x + width, y], [x + width, y + height], [x, y + height]);
}

function levelOf(name: string, elevation: number, floor: Float64Array, obstacles: Float64Array[] = []): PlanLevel {
  const polygons = obstacles.map((obstacle) => ({ role: 'obstacle' as const, rings: [obstacle] }));
  return {
    name,
    elevation,
    polygons: [{ role: 'walkable', rings: [floor] }, ...polygons],
    lines: [],
    floor: 'polygons',
    margin: 0,
  };
}

function planOf(...levels: PlanLevel[]): Plan {
  return { name: 'place', frame: METRES, levels, doors: [], links: [] };
}

/** Two rooms with a passage of 0.8 m, in a wall that is not walkable. */
function twoRooms(): Plan {
  return planOf(levelOf('0', 0, box(0, 0, 21, 10), [box(10, -1, 1, 5), box(10, 4.8, 1, 9)]));
}

/** Two levels joined by stairs, with a door. */
function twoLevels(): Plan {
  const plan = planOf(levelOf('low <&>', 0, box(0, 0, 20, 8)), levelOf('high', 4, box(0, 0, 20, 8), [box(9, 0, 1, 3)]));
  plan.levels[0].polygons.push({ role: 'obstacle', rings: [box(14, -1, 0.5, 5)] });
  plan.levels[0].polygons.push({ role: 'obstacle', rings: [box(14, 5, 0.5, 5)] });
  plan.doors.push({ name: 'exit "A" \u001b[1m& <B>', level: 0, ends: [14.25, 4, 14.25, 5] });
  plan.links.push({ name: 'stairs', kind: 'stairs', lower: 0, upper: 1, corners: box(3, 2, 2, 4) });
  return plan;
}

/** Blocks in rows with lanes between them, none narrower than the one before. */
function blocks(rows: number, columns: number): Plan {
  const obstacles: Float64Array[] = [];
  for (let i = 0; i < rows * columns; i++) {
    const shift = ((i * 7919) % 100) / 200;
    obstacles.push(box(15 * (i % columns) + shift, 15 * Math.floor(i / columns), 13 - shift, 12.5));
  }
  return planOf(levelOf('0', 0, box(-10, -10, 15 * columns + 20, 15 * rows + 20), obstacles));
}

/** The text is XML: tags are balanced, attributes quoted, nothing but known entities; its elements. */
function parse(svg: string): { name: string; attributes: Map<string, string> }[] {
  const elements: { name: string; attributes: Map<string, string> }[] = [];
  const open: string[] = [];
  let at = 0;
  const token = /<(\/?)([a-z]+)((?: [a-zA-Z:-]+="[^"<]*")*)(\/?)>|([^<]+)/gy;
  for (let found = token.exec(svg); found !== null; found = token.exec(svg)) {
    at = token.lastIndex;
    const [, closing, name = '', attributes = '', empty, text] = found;
    for (const part of [attributes, text ?? '']) expect(part).not.toMatch(/&(?!amp;|lt;|gt;|quot;|#39;)/);
    if (text !== undefined) continue;
    if (closing === '/') {
      expect(open.pop()).toBe(name);
      continue;
    }
    const pairs = [...attributes.matchAll(/([a-zA-Z:-]+)="([^"]*)"/g)].map((m): [string, string] => [m[1], m[2]]);
    elements.push({ name, attributes: new Map(pairs) });
    if (empty === '') open.push(name);
  }
  expect({ at, open }).toEqual({ at: svg.length, open: [] });
  return elements;
}

/** The closed loops of a path in drawing units, y down. */
function loops(d: string): [number, number][][] {
  const all: [number, number][][] = [];
  for (const part of d.matchAll(/M(-?\d+) (-?\d+)((?:l-?\d+[ -]\d+)*)z/g)) {
    let x = Number(part[1]);
    let y = Number(part[2]);
    const loop: [number, number][] = [[x, y]];
    for (const step of part[3].matchAll(/l(-?\d+) ?(-?\d+)/g)) {
      x += Number(step[1]);
      y += Number(step[2]);
      loop.push([x, y]);
    }
    all.push(loop);
  }
  return all;
}

/** Positive where the loop is counter-clockwise on paper. */
function signedArea(loop: [number, number][]): number {
  let twice = 0;
  loop.forEach(([x, y], i) => {
    const [nextX, nextY] = loop[(i + 1) % loop.length];
    twice -= x * nextY - nextX * y;
  });
  return twice / 2;
}

function areaOf(d: string): number {
  return loops(d).reduce((sum, loop) => sum + signedArea(loop), 0);
}

function floorPath(svg: string, level = 0): string {
  const path = parse(svg).find(({ attributes }) => attributes.get('id') === `floor-${level}`);
  return path!.attributes.get('d')!;
}

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The boxes behind the widths of passages. */
function labelBoxes(svg: string): Rectangle[] {
  return parse(svg)
    .filter(({ name, attributes }) => name === 'rect' && attributes.has('rx'))
    .map(({ attributes }) => {
      const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((key) => Number(attributes.get(key)));
      return { x: x!, y: y!, width: width!, height: height! };
    });
}

function expectNoCollision(boxes: Rectangle[]): void {
  for (const [i, a] of boxes.entries()) {
    for (const b of boxes.slice(i + 1)) {
      const apart = a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;
      expect(apart, `${JSON.stringify(a)} and ${JSON.stringify(b)}`).toBe(true);
    }
  }
}

describe('geometry', () => {
  test('the floor is drawn in whole millimetres, with its true area, counter-clockwise, y up', () => {
    const world = buildWorld(twoRooms());
    const d = floorPath(worldToSvg(world));
    expect(areaOf(d)).toBe(world.maps[0].area * 1e6);
    const ys = loops(d)[0].map(([, y]) => y);
    expect([Math.min(...ys), Math.max(...ys)]).toEqual([0, 10_000]);
    // The passage lies below the middle of the plan, so below the middle of the paper.
    expect(ys).toContain(10_000 - 4000);
    expect(ys).toContain(10_000 - 4800);
  });

  test('coloured by width, the cells cover the floor, and a narrow way has the colour of narrow ways', () => {
    const world = buildWorld(twoRooms());
    const cells = parse(worldToSvg(world, { colour: 'width' })).filter(
      ({ attributes }) => attributes.has('fill') && attributes.get('fill') === attributes.get('stroke'),
    );
    const area = cells.reduce((sum, { attributes }) => sum + areaOf(attributes.get('d')!), 0);
    expect(area).toBeCloseTo(world.maps[0].area * 1e6, -1);
    const narrow = cells.find(({ attributes }) => loops(attributes.get('d')!).length === 1);
    expect(areaOf(narrow!.attributes.get('d')!)).toBe(800 * 1000);
  });

  test('coloured by kind, the cells cover the floor: two rooms are dead ends, the way between them a passage', () => {
    const world = buildWorld(twoRooms());
    const areas = (width: number) =>
      parse(worldToSvg(world, { colour: 'kind', width }))
        .filter(({ attributes }) => attributes.has('fill') && attributes.get('fill') === attributes.get('stroke'))
        .map(({ attributes }) => areaOf(attributes.get('d')!));
    const whole = world.maps[0].area * 1e6;
    expect(areas(0.5).length).toBeGreaterThanOrEqual(2);
    expect(areas(0.5).reduce((sum, area) => sum + area, 0)).toBeCloseTo(whole, -1);
    // Nothing leads anywhere for a walker wider than every way: all cells are of one colour.
    expect(areas(30)).toHaveLength(1);
  });

  test.each(['group', 'zone', 'place', 'integration'] as const)(
    'coloured by %s, cells cover the floor of all levels',
    (colour) => {
      const whole = (plan: Plan) => {
        const world = buildWorld(plan);
        const svg = worldToSvg(world, { colour });
        const cells = parse(svg).filter(
          ({ attributes }) => attributes.has('fill') && attributes.get('fill') === attributes.get('stroke'),
        );
        const area = cells.reduce((sum, { attributes }) => sum + areaOf(attributes.get('d')!), 0);
        expect(area).toBeCloseTo(world.maps.reduce((sum, map) => sum + map.area, 0) * 1e6, -1);
        return svg;
      };
      whole(twoLevels());
      whole(blocks(3, 4));
      expect(whole(planOf(levelOf('0', 0, box(0, 0, 5, 5))))).toMatch(/>1 (group:|zone:|zone<|place, numbered<)/);
    },
  );

  test('places have their numbers, as decisions have them, on their own levels', () => {
    const world = buildWorld(twoLevels());
    const { places } = sceneryOf(world);
    const numbers = parse(worldToSvg(world, { colour: 'place', passages: 0 })).filter(
      ({ attributes }) => attributes.get('class') === 'number',
    );
    expect(numbers.length).toBe(places.group.length);
    expect(new Set(numbers.map(({ attributes }) => `${attributes.get('x')} ${attributes.get('y')}`)).size).toBe(
      numbers.length,
    );
    const svg = worldToSvg(world, { colour: 'place', passages: 0 });
    places.group.forEach((_, p) => expect(svg).toMatch(new RegExp(`class="number"[^>]*>${p}</text>`)));
    expect(worldToSvg(world, { colour: 'zone' })).not.toContain('class="number"');
  });

  test('groups and zones: their number by kind, the outside apart, borders between them only', () => {
    const plan = blocks(2, 2);
    plan.levels[0].polygons[0].isBoundary = true;
    const world = buildWorld(plan);
    const { groups } = informGraph(world.mesh);
    const svg = worldToSvg(world, { colour: 'group', passages: 0 });
    expect(svg).toContain(`>${groups.kind.length} groups:<`);
    expect(svg).toContain('>outside<');
    const border = parse(svg).find(({ attributes }) => attributes.get('stroke') === '#5c6975');
    const drawn = border?.attributes.get('d')?.match(/M/g)?.length ?? 0;
    expect(drawn).toBeLessThanOrEqual(groups.borders.item.length / 2);
    expect(drawn).toBeGreaterThan(0);
    const inside = worldToSvg(buildWorld(blocks(2, 2)), { colour: 'zone' });
    expect(inside).not.toContain('>outside<');
  });

  test('integration: axial lines lie over the zones, on their own levels', () => {
    const lines = (plan: Plan) =>
      parse(worldToSvg(buildWorld(plan), { colour: 'integration', passages: 0 })).flatMap(({ attributes }) =>
        attributes.get('stroke-width') !== undefined && /^(M-?\d+ -?\d+l-?\d+[ -]\d+)+$/.test(attributes.get('d') ?? '')
          ? [attributes.get('stroke')!]
          : [],
      );
    const strokes = lines(blocks(2, 3)).filter((colour) => INTEGRATION_STROKES.includes(colour));
    expect(strokes.length).toBeGreaterThan(1);
    expect(lines(twoLevels()).some((colour) => INTEGRATION_STROKES.includes(colour))).toBe(true);
    // Values without a spread, and infinite ones, have the highest class.
    expect([...integrationClasses(Float64Array.of(2, 2)).classes]).toEqual([7, 7]);
    expect([...integrationClasses(Float64Array.of(1, 9, 5, Infinity)).classes]).toEqual([0, 7, 4, 7]);
    expect(integrationClasses(Float64Array.of(Infinity)).classes).toHaveLength(1);
  });

  test('an obstacle that touches the outer wall in a corner is a loop of its own', () => {
    // Whichever segment a loop begins with: the touch is tried at every wall.
    for (const touching of [
      ring([0, 5], [2, 4], [2, 6]),
      ring([10, 5], [8, 6], [8, 4]),
      ring([5, 0], [6, 2], [4, 2]),
      ring([5, 10], [4, 8], [6, 8]),
    ]) {
      const world = buildWorld(planOf(levelOf('0', 0, box(0, 0, 10, 10), [touching])));
      const areas = loops(floorPath(worldToSvg(world))).map(signedArea);
      expect(areas.sort((a, b) => a - b)).toEqual([-2e6, 100e6]);
    }
  });

  test('a wall without thickness is drawn beside the outline, in one stroke', () => {
    const plan = planOf(levelOf('0', 0, box(0, 0, 10, 10)));
    plan.levels[0].lines.push(Float64Array.of(2, 2, 5, 5, 8, 2));
    const wall = parse(worldToSvg(buildWorld(plan))).filter(
      ({ attributes }) => attributes.get('d') === 'M2000 8000l3000-3000l3000 3000',
    );
    expect(wall).toHaveLength(1);
  });

  test('glass is a thin light-blue line of its own, with an entry in the legend', () => {
    const plan = planOf(levelOf('0', 0, box(0, 0, 10, 10)));
    plan.levels[0].lines.push(Float64Array.of(2, 2, 5, 5));
    const without = worldToSvg(buildWorld(plan));
    expect(without).not.toMatch(/glass|#5fb3e4/);
    plan.levels[0].glass = [Float64Array.of(5, 5, 8, 2)];
    const svg = worldToSvg(buildWorld(plan));
    const [pane, ...others] = parse(svg).filter(({ attributes }) => attributes.get('stroke') === '#5fb3e4');
    expect(pane?.attributes.get('d')).toMatch(/^M(5000 5000l3000 3000|8000 8000l-3000-3000)$/);
    const wall = parse(svg).find(({ attributes }) => /^M(2000 8000|5000 5000l-3)/.test(attributes.get('d') ?? ''));
    expect(Number(pane?.attributes.get('stroke-width'))).toBeLessThan(Number(wall?.attributes.get('stroke-width')));
    expect(others).toHaveLength(1);
    expect(svg).toContain('>glass: people can see through it<');
  });

  test('the same world gives the same text', () => {
    expect(worldToSvg(buildWorld(twoLevels()))).toBe(worldToSvg(buildWorld(twoLevels())));
  });
});

describe('levels', () => {
  const svg = worldToSvg(buildWorld(twoLevels()));

  test('each has its name and elevation, the higher one on top', () => {
    const names = [...svg.matchAll(/y="([\d.]+)"[^>]*>Level ([^<]*)<tspan[^>]*>at ([^<]*)</g)];
    expect(names.map((m) => [m[2], m[3]])).toEqual([
      ['low &lt;&amp;&gt;', '0.00 m'],
      ['high', '4.00 m'],
    ]);
    expect(Number(names[1][1])).toBeLessThan(Number(names[0][1]));
  });

  test('stairs are drawn on both levels, open at the end that meets it, and named', () => {
    expect(svg).toContain('>stairs to high<');
    expect(svg).toContain('>stairs to low &lt;&amp;&gt;<');
    // Lower level: the end at y = 2 (6,000 from the top) is open, so no wall runs along it; y = 6 is a wall.
    const walls = parse(svg).filter(({ attributes }) => attributes.get('stroke') === '#1b2530' && attributes.has('d'));
    const has = (d: RegExp) => walls.some(({ attributes }) => d.test(attributes.get('d')!));
    expect(has(/M3000 2000.*l2000 0|M5000 2000.*l-2000 0/)).toBe(true);
  });

  test('doors are drawn and named', () => {
    const door = parse(svg).find(({ attributes }) => /^M14250 [34]000l0[ -]1000$/.test(attributes.get('d') ?? ''));
    expect(door).toBeDefined();
    expect(svg).toContain('exit &quot;A&quot; [1m&amp; &lt;B&gt;');
  });
});

describe('text', () => {
  test('whatever names are in the file, the result is XML without control characters', () => {
    const plan = twoLevels();
    plan.name = '<script>alert("x")</script>\u0000\u001b[31m\u202e&amp;\ud800]]>';
    plan.levels[0].name = "'\"--><svg onload='x'>";
    const svg = worldToSvg(buildWorld(plan));
    parse(svg);
    expect(svg).not.toMatch(/[^\P{Cc}\n]|\p{Cs}|\u202e/u);
    expect(svg).not.toContain('<script');
    expect(svg).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;');
  });

  test('a long name is cut, not the page widened', () => {
    const plan = twoRooms();
    plan.name = 'x'.repeat(5000);
    const svg = worldToSvg(buildWorld(plan));
    expect(svg).toContain(`${'x'.repeat(89)}…<`);
    expect(svg.length).toBeLessThan(10_000);
  });
});

describe('passages', () => {
  test('are marked with their widths, in another colour where a walker does not fit', () => {
    const world = buildWorld(twoRooms());
    const fits = worldToSvg(world, { width: 0.5 });
    expect(fits).toMatch(/fill="#1f4fb4">0\.80 m</);
    expect(fits).toContain('>narrowest passages<');
    const stuck = worldToSvg(world, { width: 0.9 });
    expect(stuck).toMatch(/fill="#c4161c">0\.80 m</);
    expect(stuck).toContain('>passage narrower than 0.9 m<');
    expect(worldToSvg(world, { passages: 0 })).not.toContain('0.80 m');
  });

  test.each([
    ['a street of blocks', blocks(2, 6), 10],
    ['a town', blocks(30, 30), 40],
    ['many marks on little paper', blocks(6, 6), 200],
  ])('labels do not collide and stay on the page: %s', (_, plan, passages) => {
    const svg = worldToSvg(buildWorld(plan), { passages, width: 2 });
    const boxes = labelBoxes(svg);
    expect(boxes.length).toBeGreaterThan(4);
    expectNoCollision(boxes);
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)!.map(Number);
    for (const label of boxes) {
      expect(label.x).toBeGreaterThanOrEqual(0);
      expect(label.y).toBeGreaterThanOrEqual(0);
      expect(label.x + label.width).toBeLessThanOrEqual(width!);
      expect(label.y + label.height).toBeLessThanOrEqual(height!);
    }
  });
});

describe('sizes', () => {
  const drawn = (plan: Plan): { svg: string; world: World } => {
    const world = buildWorld(plan);
    return { svg: worldToSvg(world), world };
  };

  test.each([
    ['a cupboard', planOf(levelOf('0', 0, box(0, 0, 0.8, 0.5))), /^(0\.\d+|\d+) (m|cm)$/],
    ['a room', planOf(levelOf('0', 0, box(0, 0, 5, 4))), /^1 m$/],
    ['a long corridor', planOf(levelOf('0', 0, box(0, 0, 300, 2))), /^50 m$/],
    ['a city', blocks(85, 85), /^200 m$/],
  ])('%s has a page of reasonable size and a round scale bar', (_, plan, length) => {
    const { svg } = drawn(plan);
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)!.map(Number);
    expect(width).toBeGreaterThanOrEqual(760);
    expect(width).toBeLessThanOrEqual(1600);
    expect(height).toBeLessThanOrEqual(1300);
    const captions = [...svg.matchAll(/text-anchor="middle" fill="#1b2530">([^<]*)</g)].map((m) => m[1]);
    expect(captions.at(-1)).toMatch(length);
  });

  test('the text stays small: a city of 29,000 walls in less than 2 MB', () => {
    const { svg, world } = drawn(blocks(85, 85));
    expect(world.maps[0].segmentKind.length).toBeGreaterThan(28_000);
    expect(svg.length).toBeLessThan(2e6);
  });

  test('far from zero it is the same drawing', () => {
    const far = twoRooms();
    for (const { polygons } of far.levels) {
      for (const { rings } of polygons) for (const r of rings) for (let i = 0; i < r.length; i++) r[i] += 5e6;
    }
    expect(worldToSvg(buildWorld(far))).toBe(worldToSvg(buildWorld(twoRooms())));
  });
});
