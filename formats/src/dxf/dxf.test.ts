import { InputError } from '@foulee/engine';
import { describe, expect, test } from 'vitest';
import { box, dxf, type DxfParts, entity, groupText, line, polyline } from '../../test/dxf-fixture.ts';
import type { ReadOptions } from '../input/environment.ts';
import { readPlan, repairs } from '../../test/read-text.ts';

/** The lines of a drawing in metres, rounded to a micrometre. */
async function lines(entities: string[], more: object = {}, options: ReadOptions = {}): Promise<number[][]> {
  const { plan } = await readPlan(dxf({ entities, unit: 6, ...more }), 'a.dxf', options);
  return (plan.levels[0]?.lines ?? []).map((points) => Array.from(points, (v) => Math.round(v * 1e6) / 1e6 + 0));
}

/** Largest distance of the polyline's own edges from a circle, and whether all its points lie on it. */
function fit(points: readonly number[], cx: number, cy: number, r: number): { sagitta: number; off: number } {
  let sagitta = 0;
  let off = 0;
  for (let i = 0; i + 3 < points.length; i += 2) {
    const [x1, y1, x2, y2] = points.slice(i, i + 4) as [number, number, number, number];
    off = Math.max(off, Math.abs(Math.hypot(x1 - cx, y1 - cy) - r));
    sagitta = Math.max(sagitta, r - Math.hypot((x1 + x2) / 2 - cx, (y1 + y2) / 2 - cy));
  }
  return { sagitta, off };
}

describe('objects', () => {
  test('lines and polylines, closed ones repeat their first point; the floor is what they enclose', async () => {
    const { plan, report } = await readPlan(
      dxf({
        unit: 6,
        entities: [
          line('W', 0, 0, 4, 0),
          box('W', 1, 1, 2),
          polyline('W', false, [
            [0, 0],
            [0, 5],
            [5, 5],
          ]),
        ],
      }),
      'a.dxf',
    );
    expect(plan.levels).toHaveLength(1);
    expect(plan.levels[0]).toMatchObject({ floor: 'enclosed', polygons: [] });
    expect(plan.levels[0]?.lines).toEqual([
      Float64Array.of(0, 0, 4, 0),
      Float64Array.of(1, 1, 3, 1, 3, 3, 1, 3, 1, 1),
      Float64Array.of(0, 0, 0, 5, 5, 5),
    ]);
    expect(report.notes).toEqual([
      'read as 3 wall lines; the floor is what they enclose; --as walkable reads closed outlines as floor, --as obstacles as obstacles',
      'the header says metres: one unit is read as 1 m; --scale gives another length',
      'layers read, with their objects: W (3); --layers A,B chooses',
    ]);
  });

  test('old polylines, in the plane and in space; frame points of splines skipped, meshes left out', async () => {
    const vertex = (x: number, y: number, ...more: [number, number][]): string =>
      entity('VERTEX', 'W', [10, x], [20, y], ...more);
    const old = (flags: number, ...vertices: string[]): string =>
      entity('POLYLINE', 'W', [66, 1], [70, flags]) + vertices.join('') + entity('SEQEND', 'W');
    const { plan, report } = await readPlan(
      dxf({
        unit: 6,
        entities: [
          old(1, vertex(0, 0), vertex(9, 9, [70, 16]), vertex(2, 0), vertex(2, 2)),
          old(8, vertex(0, 0, [30, 5]), vertex(3, 0, [30, 7])),
          old(64, vertex(0, 0), vertex(1, 1)),
          line('W', 0, 0, 0, 9),
        ],
      }),
      'a.dxf',
    );
    expect(plan.levels[0]?.lines.map((l) => Array.from(l))).toEqual([
      [0, 0, 2, 0, 2, 2, 0, 0],
      [0, 0, 3, 0],
      [0, 0, 0, 9],
    ]);
    expect(report.notes.at(-1)).toMatch(/left out.*1 3D object/);
  });

  test.each([0.01, 0.001])('circles, arcs, bulges and ellipses keep a chord error of %f m', async (chordError) => {
    const options = { chordError };
    const [circle] = await lines([entity('CIRCLE', 'W', [10, 3], [20, 4], [40, 5])], {}, options);
    expect(circle?.slice(-2)).toEqual(circle?.slice(0, 2));
    const error = fit(circle as number[], 3, 4, 5);
    expect(error.off).toBeLessThan(2e-6);
    expect(error.sagitta).toBeLessThanOrEqual(chordError + 2e-6);
    expect(error.sagitta).toBeGreaterThan(chordError / 2); // and not many times more points than needed

    const [arc] = await lines([entity('ARC', 'W', [10, 0], [20, 0], [40, 2], [50, 300], [51, 30])], {}, options);
    expect(arc?.slice(0, 2)).toEqual([1, -1.732051]);
    expect(arc?.slice(-2)).toEqual([1.732051, 1]);
    expect(fit(arc as number[], 0, 0, 2).sagitta).toBeLessThanOrEqual(chordError + 2e-6);

    // A bulge of 1 is a half circle that runs counter-clockwise: from (0, 0) to (4, 0) through (2, −2).
    const [half] = await lines(
      [
        polyline('W', false, [
          [0, 0, 1],
          [4, 0],
          [6, 0],
        ]),
      ],
      {},
      options,
    );
    expect(fit((half as number[]).slice(0, -2), 2, 0, 2).sagitta).toBeLessThanOrEqual(chordError + 2e-6);
    expect(Math.min(...(half as number[]))).toBe(-2);
    expect(half?.slice(-4)).toEqual([4, 0, 6, 0]);
    // Two half circles, closed by the bulge of the last corner: a full circle.
    const [round] = await lines(
      [
        polyline('W', true, [
          [0, 0, 1],
          [4, 0, 1],
        ]),
      ],
      {},
      options,
    );
    expect(fit(round as number[], 2, 0, 2).sagitta).toBeLessThanOrEqual(chordError + 2e-6);
    expect([Math.min(...(round as number[])), Math.max(...(round as number[]))]).toEqual([-2, 4]);

    // Half axes 3 along y and 1 across, the half with x ≤ 0 (from 0 to π, counter-clockwise from the top).
    const [ellipse] = await lines(
      [entity('ELLIPSE', 'W', [10, 0], [20, 0], [11, 0], [21, 3], [40, 1 / 3], [41, 0], [42, Math.PI])],
      {},
      options,
    );
    expect(ellipse?.slice(0, 2)).toEqual([0, 3]);
    expect(ellipse?.slice(-2)).toEqual([0, -3]);
    for (let i = 0; i < (ellipse as number[]).length; i += 2) {
      const [x, y] = (ellipse as number[]).slice(i, i + 2) as [number, number];
      expect(x * x + (y * y) / 9).toBeCloseTo(1, 5);
      expect(x).toBeLessThanOrEqual(0);
    }
  });

  test('a rational spline of degree 2 is the quarter circle it describes; a cubic passes through known points', async () => {
    const spline = (degree: number, knots: number[], controls: number[][], weights: number[] = []): string =>
      entity(
        'SPLINE',
        'W',
        [70, 8],
        [71, degree],
        ...knots.map((k) => [40, k] as const),
        ...weights.map((w) => [41, w] as const),
        ...controls.flatMap(
          ([x = 0, y = 0]) =>
            [
              [10, x],
              [20, y],
              [30, 0],
            ] as [number, number][],
        ),
      );
    const [quarter] = await lines([
      spline(
        2,
        [0, 0, 0, 1, 1, 1],
        [
          [2, 0],
          [2, 2],
          [0, 2],
        ],
        [1, Math.SQRT1_2, 1],
      ),
    ]);
    const error = fit(quarter as number[], 0, 0, 2);
    expect(error.off).toBeLessThan(2e-6);
    expect(error.sagitta).toBeLessThanOrEqual(0.01);
    // Bézier (0,0) (0,4) (4,4) (4,0): symmetric, its middle at (2, 3).
    const [bezier] = await lines([
      spline(
        3,
        [0, 0, 0, 0, 1, 1, 1, 1],
        [
          [0, 0],
          [0, 4],
          [4, 4],
          [4, 0],
        ],
      ),
    ]);
    expect(Math.max(...(bezier as number[]).filter((_, i) => i % 2 === 1))).toBeGreaterThan(2.99);
    expect(bezier?.slice(-2)).toEqual([4, 0]);
    // An S whose middle lies on its chord is still curved.
    const [bend] = await lines([
      spline(
        3,
        [0, 0, 0, 0, 1, 1, 1, 1],
        [
          [0, 0],
          [1, 3],
          [2, -3],
          [3, 0],
        ],
      ),
    ]);
    expect((bend as number[]).length).toBeGreaterThan(12);
    // Wrong knots: drawn through its points, and counted.
    const { report } = await readPlan(
      dxf({
        unit: 6,
        entities: [
          spline(
            3,
            [0, 1],
            [
              [0, 0],
              [1, 3],
              [2, 0],
            ],
          ),
        ],
      }),
      'a.dxf',
    );
    expect(repairs(report)).toEqual(['spline without usable knots drawn through its points × 1']);
  });

  test('a multiline is its parallel lines', async () => {
    // Two corners, mitres along y, two elements 0.1 to either side: a wall of 0.2 m.
    const corner = (x: number): [number, number][] => [
      [11, x],
      [21, 0],
      [31, 0],
      [12, 1],
      [22, 0],
      [32, 0],
      [13, 0],
      [23, 1],
      [33, 0],
      [74, 2],
      [41, 0.1],
      [41, 0],
      [75, 0],
      [74, 2],
      [41, -0.1],
      [41, 0],
      [75, 0],
    ];
    expect(await lines([entity('MLINE', 'W', [70, 0], [71, 1], [72, 2], [73, 2], ...corner(0), ...corner(5))])).toEqual(
      [
        [0, 0.1, 5, 0.1],
        [0, -0.1, 5, -0.1],
      ],
    );
  });

  test('extrusion: mirrored objects lie where CAD programs show them', async () => {
    const mirrored = [
      [210, 0],
      [220, 0],
      [230, -1],
    ] as [number, number][];
    expect(
      await lines([
        polyline(
          'W',
          false,
          [
            [1, 0],
            [2, 3],
          ],
          ...mirrored,
        ),
      ]),
    ).toEqual([[-1, 0, -2, 3]]);
    // 0° to 90° in a system whose x axis points left.
    const [arc] = await lines([entity('ARC', 'W', [10, 1], [20, 0], [40, 1], [50, 0], [51, 90], ...mirrored)]);
    expect(arc?.slice(0, 2)).toEqual([-2, 0]);
    expect(arc?.slice(-2)).toEqual([-1, 1]);
    // Standing on its side (extrusion along y): seen from above it is a line.
    const [upright] = await lines([
      polyline(
        'W',
        false,
        [
          [1, 0],
          [2, 3],
        ],
        [210, 0],
        [220, 1],
        [230, 0],
      ),
    ]);
    expect(upright).toEqual([-1, 0, -2, 0]);
  });

  test('text, dimensions, hatches, infinite lines, images, points, solids, paper space, the invisible: left out and counted', async () => {
    const types = [
      'TEXT',
      'MTEXT',
      'ATTRIB',
      'DIMENSION',
      'MULTILEADER',
      'HATCH',
      'HATCH',
      'XLINE',
      'RAY',
      'IMAGE',
      'POINT',
      '3DSOLID',
      '3DFACE',
      'SOLID',
      'VIEWPORT',
      'ACME_TREE',
    ];
    const { plan, report } = await readPlan(
      dxf({
        unit: 6,
        entities: [
          ...types.map((type) => entity(type, 'W', [10, 1e6], [20, 1e6])),
          line('W', 0, 0, 4, 0),
          line('W', 0, 0, 9, 9) + groupText([67, 1]),
          line('W', 0, 0, 9, 9) + groupText([67, 1]),
          line('W', 0, 0, 9, 9) + groupText([60, 1]),
        ],
      }),
      'a.dxf',
    );
    expect(plan.levels[0]?.lines).toHaveLength(1);
    expect(report.notes.at(-1)).toBe(
      'left out, because a plan has no use for them: 3 texts, 2 dimensions, 2 hatches, 2 infinite lines, 1 image, 1 point, 2 3D objects, ' +
        '1 filled area, 1 viewport, 1 object of the type ACME_TREE, 2 objects in paper space, 1 invisible object',
    );
  });
});

describe('blocks', () => {
  const insert = (name: string, ...groups: [number, string | number][]): string =>
    entity('INSERT', 'W', [2, name], ...groups);
  const blocks = [{ name: 'Door', base: [1, 0] as [number, number], entities: [line('0', 1, 0, 2, 0)] }];

  test('moved, scaled, turned, mirrored, from their base point', async () => {
    const at = (...groups: [number, number][]): string => insert('door', [10, 10], [20, 5], ...groups);
    expect(await lines([at()], { blocks })).toEqual([[10, 5, 11, 5]]);
    expect(await lines([at([41, 3])], { blocks })).toEqual([[10, 5, 13, 5]]);
    expect(await lines([at([41, 3], [50, 90])], { blocks })).toEqual([[10, 5, 10, 8]]);
    expect(await lines([at([41, -1])], { blocks })).toEqual([[10, 5, 9, 5]]);
    expect(await lines([at([230, -1])], { blocks })).toEqual([[-10, 5, -11, 5]]);
  });

  test('rows and columns are turned with the insert, not scaled', async () => {
    const text = insert('Door', [10, 0], [20, 0], [41, 2], [50, 90], [70, 2], [71, 2], [44, 10], [45, 100]);
    expect(await lines([text], { blocks })).toEqual([
      [0, 0, 0, 2],
      [0, 10, 0, 12],
      [-100, 0, -100, 2],
      [-100, 10, -100, 12],
    ]);
  });

  test('blocks in blocks; a circle scaled unevenly is an ellipse within the chord error', async () => {
    const nested = [
      { name: 'column', entities: [entity('CIRCLE', '0', [10, 0], [20, 0], [40, 1])] },
      { name: 'pair', entities: [insert('column', [10, 0], [20, 0]), insert('column', [10, 5], [20, 0])] },
    ];
    const [first, second] = await lines([insert('pair', [10, 100], [20, 0], [41, 10], [42, 1])], { blocks: nested });
    for (const [points, cx] of [
      [first, 100],
      [second, 150],
    ] as [number[], number][]) {
      for (let i = 0; i + 3 < points.length; i += 2) {
        const [x1, y1, x2, y2] = points.slice(i, i + 4) as [number, number, number, number];
        expect(((x1 - cx) / 10) ** 2 + y1 ** 2).toBeCloseTo(1, 5);
        // The middle of each edge, brought out to the ellipse along its radius, moves by less than a centimetre or so.
        const mx = (x1 + x2) / 2 - cx;
        const my = (y1 + y2) / 2;
        const scale = 1 / Math.hypot(mx / 10, my);
        expect(Math.hypot(mx, my) * (scale - 1)).toBeLessThan(0.0101);
      }
    }
  });

  test('layer 0 within a block is the insert’s layer; other layers stay', async () => {
    const { report } = await readPlan(
      dxf({
        unit: 6,
        blocks: [{ name: 'b', entities: [line('0', 0, 0, 1, 0), line('Glass', 0, 1, 1, 1)] }],
        entities: [insert('b', [10, 0], [20, 0])],
      }),
      'a.dxf',
    );
    expect(report.notes[2]).toMatch(/objects: W \(1\), Glass \(1\);/);
  });

  test('a block within itself and a missing one are left out; endless repetition is an error, quickly', async () => {
    const self = [
      { name: 'a', entities: [line('0', 0, 0, 1, 0), insert('b', [10, 0], [20, 0])] },
      { name: 'b', entities: [insert('a', [10, 0], [20, 0]), insert('c', [10, 0], [20, 0])] },
    ];
    const { plan, report } = await readPlan(
      dxf({ unit: 6, blocks: self, entities: [insert('a', [10, 0], [20, 0])] }),
      'a.dxf',
    );
    expect(plan.levels[0]?.lines).toHaveLength(1);
    expect(report.notes.at(-1)).toMatch(/1 insert of a block in itself, 1 insert of a missing block/);
    // Ten inserts of ten inserts of … twelve deep.
    const bomb = Array.from({ length: 12 }, (_, i) => ({
      name: `n${i}`,
      entities: Array.from({ length: 10 }, () => insert(`n${i + 1}`, [10, 0], [20, 0])),
    }));
    await expect(
      readPlan(dxf({ unit: 6, blocks: bomb, entities: [insert('n0', [10, 0], [20, 0])] }), 'a.dxf'),
    ).rejects.toThrow(/more than a million objects/);
    const array = insert('empty', [10, 0], [20, 0], [70, 30000], [71, 30000]);
    await expect(
      readPlan(dxf({ unit: 6, blocks: [{ name: 'empty', entities: [] }], entities: [array] }), 'a.dxf'),
    ).rejects.toThrow(/more than a million objects/);
  });
});

describe('layers and units', () => {
  const layers = [
    { name: 'Walls' },
    { name: 'Off', colour: -7 },
    { name: 'Frozen', flags: 1 },
    { name: 'M\\U+00F6bel' },
  ];
  const entities = [
    line('Walls', 0, 0, 9, 0),
    line('Off', 0, 1, 9, 1),
    line('Frozen', 0, 2, 9, 2),
    line('Möbel', 0, 3, 9, 3),
    line('New', 0, 4, 9, 4),
  ];

  test('layers that are off or frozen are left out and said; --layers chooses, whatever the case', async () => {
    const all = await readPlan(dxf({ unit: 6, layers, entities }), 'a.dxf');
    expect(all.plan.levels[0]?.lines.map((l) => l[1])).toEqual([0, 4]);
    expect(all.report.notes[2]).toBe(
      'layers read, with their objects: Walls (1), New (1); left out because of their names: Möbel (1); left out because they are off or frozen: Off (1), Frozen (1); --layers A,B chooses',
    );
    const some = await readPlan(dxf({ unit: 6, layers, entities }), 'a.dxf', { layers: ['walls', ' OFF'] });
    expect(some.plan.levels[0]?.lines.map((l) => l[1])).toEqual([0, 1]);
    expect(some.report.notes[2]).toMatch(
      /objects: Walls \(1\), Off \(1\); not chosen: Frozen \(1\), Möbel \(1\), New \(1\)/,
    );
    await expect(readPlan(dxf({ layers, entities }), 'a.dxf', { layers: ['Wände'] })).rejects.toThrow(
      '--layers: a.dxf has no layer "Wände"; choose among its layers: Walls (1), Off (1), Frozen (1), Möbel (1), New (1)',
    );
  });

  test('layers not named like walls, among some that are, are warned about', async () => {
    const mixed = [line('A-WALL', 0, 0, 9, 0), line('Stützen', 0, 1, 9, 1), line('routes', 0, 2, 9, 2)];
    const { report } = await readPlan(dxf({ unit: 6, entities: mixed }), 'a.dxf');
    expect(report.warnings).toEqual([
      'lines of 1 layer not named like walls (routes) were read as walls too; --layers "A-WALL,Stützen" leaves them out',
    ]);
    for (const some of [mixed.slice(0, 2), mixed.slice(2)]) {
      expect((await readPlan(dxf({ unit: 6, entities: some }), 'a.dxf')).report.warnings).toEqual([]);
    }
    expect(
      (await readPlan(dxf({ unit: 6, entities: mixed }), 'a.dxf', { layers: ['routes'] })).report.warnings,
    ).toEqual([]);
  });

  /** Which of the layers are read, a box on each, the first with a wall across it. */
  async function layersRead(names: string[], options: ReadOptions = {}): Promise<string[]> {
    const boxes = [line(names[0], 0, 1, 9, 1), ...names.map((name, k) => box(name, 0, 0, 10 + k))];
    const { plan, report } = await readPlan(dxf({ unit: 6, entities: boxes }), 'a.dxf', options);
    const read = report.layers!.filter(({ state }) => state === 'read');
    const { lines: walls, glass = [], polygons } = plan.levels[0];
    const outlines = walls.length + glass.length + polygons.reduce((sum, { rings }) => sum + rings.length, 0);
    expect(outlines).toBe(read.reduce((sum, { objects }) => sum + objects, 0));
    return read.map(({ name }) => name);
  }

  test('layers of JuPedSim’s editor that are neither floor nor obstacles are left out, and it is said', async () => {
    const names = ['jps-walkablearea', 'jps-obstacles', 'jps-exits', 'jps-journeys', 'jps-anything'];
    expect(await layersRead(names)).toEqual(names.slice(0, 2));
    expect(await layersRead(['walkablearea', 'obstacles-2', 'exits', 'waypoints-1', '0'])).toEqual([
      'walkablearea',
      'obstacles-2',
      '0',
    ]);
    // Exits of somebody else may be walls.
    expect(await layersRead(['Walls', 'exits'])).toEqual(['Walls', 'exits']);
    const { report } = await readPlan(
      dxf({
        unit: 6,
        entities: [box('walkablearea', 0, 0, 9), line('jps-exits', 1, 1, 2, 1), line('jps-x', 1, 2, 2, 2)],
      }),
      'a.dxf',
    );
    expect(report.warnings).toEqual([
      'left out, because of names that say no walls: 2 layers with 2 objects (jps-exits, jps-x); ' +
        '--layers "walkablearea,jps-exits,jps-x" reads them, too',
    ]);
    expect(report.layers).toEqual([
      { name: 'walkablearea', objects: 1, state: 'read' },
      { name: 'jps-exits', objects: 1, state: 'left out by name' },
      { name: 'jps-x', objects: 1, state: 'left out by name' },
    ]);
  });

  test.each([
    ['A-ANNO-TEXT', 'A-ANNO-DIMS', 'A-FURN', 'A-FLOR-PATT', 'S-GRID', 'Defpoints', 'DIM_50', 'TXT', 'HATCH', 'Axis 1'],
    ['Möbel', 'EG_MOEBEL', 'Möblierung', 'Innenbemassung', 'Bemaßungen', 'Beschriftung', 'Schraffuren', 'Achsen'],
    ['Texte', 'COTATION', 'Cotes', 'Mobilier', 'hachures', 'Mobiliario', 'Cotas', 'Ejes', 'ARREDI', 'Quote', 'Retini'],
    ['plan|A-FURN', 'plan$0$Text', 'Mo\u0308bel'],
  ])('layers of text, dimensions, hatches, axes and furniture are left out beside walls: %s …', async (...names) => {
    expect(await layersRead(['A-WALL', ...names])).toEqual(['A-WALL']);
  });

  test('no wall is lost: what may be one is read, and everything where no layer is named like walls', async () => {
    const kept = [
      'Wände',
      'A-WALL-PATT',
      'Wandtext',
      'A-FURN-PNLS',
      'A-GLAZ',
      'Türen',
      'Textilhaus',
      'Façade-cote-rue',
      'dim$0$Plan',
      '0',
    ];
    expect(await layersRead(kept)).toEqual(kept);
    expect(await layersRead(['0', 'Text', 'A-FURN'])).toEqual(['0', 'Text', 'A-FURN']);
    expect(await layersRead(['jps-exits', 'jps-journeys'])).toEqual(['jps-exits', 'jps-journeys']);
    // The layer of walls is empty, off, or has none of the outlines that are to be read.
    const furniture = box('Furniture', 0, 0, 4);
    const cases: [DxfParts, ReadOptions][] = [
      [{ entities: [furniture], layers: [{ name: 'Walls' }] }, {}],
      [{ entities: [furniture, box('Walls', 0, 0, 9)], layers: [{ name: 'Walls', colour: -7 }] }, {}],
      [{ entities: [furniture, line('Walls', 0, 0, 9, 0)] }, { as: 'obstacles' }],
    ];
    for (const [parts, options] of cases) {
      const { report } = await readPlan(dxf({ unit: 6, ...parts }), 'a.dxf', options);
      expect(report.layers).toContainEqual({ name: 'Furniture', objects: 1, state: 'read' });
    }
  });

  test('who chooses layers gets them, whatever their names', async () => {
    expect(await layersRead(['Walls', 'A-FURN'], { layers: ['a-furn'] })).toEqual(['A-FURN']);
    expect(await layersRead(['walkablearea', 'jps-exits'], { layers: ['walkablearea', 'jps-exits'] })).toEqual([
      'walkablearea',
      'jps-exits',
    ]);
  });

  test('a choice of very many layers is not proposed', async () => {
    const many = Array.from({ length: 20 }, (_, k) => line(`Level ${k}`, 0, k, 9, k));
    const entities = [...many, line('Walls', 0, 0, 9, 9), line('Text', 0, 0, 9, 8)];
    const { report } = await readPlan(dxf({ unit: 6, entities }), 'a.dxf');
    expect(report.warnings[0]).toBe(
      'left out, because of names that say no walls: 1 layer with 1 object (Text); --layers A,B chooses',
    );
  });

  test.each([
    [1, 0.0254],
    [2, 0.3048],
    [4, 0.001],
    [5, 0.01],
    [6, 1],
    [7, 1000],
  ])('unit %i is %f m', async (unit, metres) => {
    const { plan } = await readPlan(dxf({ unit, entities: [line('W', 0, 0, 3, 0)] }), 'a.dxf');
    expect(plan.levels[0]?.lines[0]?.[2]).toBeCloseTo(3 * metres, 12);
    expect(plan.frame.unitX).toBeCloseTo(1 / metres, 12);
  });

  test('--scale overrides the header; without a unit a wide drawing is warned about', async () => {
    const wide = [line('W', 0, 0, 30000, 0), line('W', 0, 0, 0, 90), line('W', 1, 0, 1, 90)];
    const given = await readPlan(dxf({ unit: 1, entities: wide }), 'a.dxf', { scale: 0.001 });
    expect(given.plan.levels[0]?.lines[0]?.[2]).toBe(30);
    expect(given.report.notes[1]).toBe('one unit is read as 0.001 m, as --scale says; the header says inches');
    expect(given.report.warnings).toEqual([]);
    const without = await readPlan(dxf({ entities: wide }), 'a.dxf');
    expect(without.report.notes[1]).toMatch(/the header says no unit: one unit is read as 1 m/);
    expect(without.report.warnings[0]).toMatch(/--scale 0\.001/);
    const tiny = await readPlan(dxf({ unit: 4, entities: [line('W', 0, 0, 30, 0)] }), 'a.dxf');
    expect(tiny.report.warnings[0]).toMatch(/only 0\.03 m across.*--scale 1 reads its numbers as metres/);
  });
});

describe('glass', () => {
  /** Of these layers, each with one line across a box of walls: those read as glass. */
  const glassLayers = async (names: string[]): Promise<string[]> => {
    const entities = [box('W', 0, 0, 90), ...names.map((name, k) => line(name, 0, k + 1, 90, k + 1))];
    const { plan } = await readPlan(dxf({ unit: 6, entities }), 'a.dxf');
    const [level] = plan.levels;
    expect(level!.lines.length + (level!.glass?.length ?? 0)).toBe(entities.length);
    return (level!.glass ?? []).map((points) => names[points[1]! - 1] as string);
  };

  test('lines on layers named like glass are glass', async () => {
    const names = ['A-GLAZ', 'Glaswand', 'GLASS partitions', 'Windows', 'EG_Fenster', 'Verre', 'cloison vitrage'];
    expect(await glassLayers(names)).toEqual(names);
    expect(await glassLayers(['Fenêtres', 'plan|A-GLAZ-FRAM', 'pared vidrio', 'finestre'])).toHaveLength(4);
  });

  test('others are not', async () => {
    expect(await glassLayers(['Walls', 'Glasgow', 'Glasgow Glasfaser', 'Walls and windows', 'Verrechnung'])).toEqual(
      [],
    );
    expect(await glassLayers(['Glasgow|A-WALL', 'Windows$0$Level 1'])).toEqual([]);
  });

  test('the report says how much of it there is, and leaving it out is not proposed', async () => {
    const entities = [box('Walls', 0, 0, 9), line('A-GLAZ', 4, 0, 4, 9), line('Fenster', 6, 0, 6, 9)];
    const { plan, report } = await readPlan(dxf({ unit: 6, entities }), 'a.dxf');
    expect(plan.levels[0]?.glass).toEqual([Float64Array.of(4, 0, 4, 9), Float64Array.of(6, 0, 6, 9)]);
    expect(report.notes[0]).toMatch(/^read as 1 wall line and 2 glass lines;/);
    expect(report.notes.at(-1)).toMatch(/^2 lines read as glass because of layer names \(A-GLAZ, Fenster\)/);
    expect(report.warnings).toEqual([]);
  });

  test('closed outlines stay what --as says', async () => {
    const entities = [box('Walls', 0, 0, 9), box('Glass', 3, 3, 1), line('Glass', 6, 0, 6, 5)];
    const { plan } = await readPlan(dxf({ unit: 6, entities }), 'a.dxf', { as: 'walkable' });
    expect(plan.levels[0]?.polygons).toHaveLength(1);
    expect(plan.levels[0]?.polygons[0]?.rings).toHaveLength(2);
    expect(plan.levels[0]?.glass).toEqual([Float64Array.of(6, 0, 6, 5)]);
  });
});

describe('--as', () => {
  const entities = [
    box('W', 0, 0, 20),
    box('W', 2, 2, 10),
    box('W', 4, 4, 3),
    box('W', 30, 0, 5),
    line('W', 15, 0, 15, 5),
    entity('CIRCLE', 'W', [10, 33], [20, 2], [40, 1]),
  ];

  test('walkable: outlines are floor, those within them holes, and so on', async () => {
    const { plan, report } = await readPlan(dxf({ unit: 6, entities }), 'a.dxf', { as: 'walkable' });
    const [level] = plan.levels;
    expect(level?.floor).toBe('polygons');
    expect(level?.polygons.map((p) => [p.role, p.rings.map((r) => r[0])])).toEqual([
      ['walkable', [0, 2]],
      ['walkable', [4]],
      ['walkable', [30, 34]],
    ]);
    expect(level?.lines).toEqual([Float64Array.of(15, 0, 15, 5)]);
    expect(report.notes[0]).toMatch(
      /a walkable area of 3 polygons with 2 holes and 1 wall line, as --as walkable says; without --as/,
    );
    expect(report.repairs).toEqual([]);
  });

  test('a closed outline without area is a wall', async () => {
    const flat = polyline('W', true, [
      [7, 0],
      [7, 6],
    ]);
    for (const as of ['walkable', 'obstacles'] as const) {
      const text = dxf({ unit: 6, entities: [box('W', 0, 0, 10), flat] });
      const { plan, report } = await readPlan(text, 'a.dxf', { as });
      expect(plan.levels[0]?.polygons).toHaveLength(1);
      expect(plan.levels[0]?.lines).toEqual([Float64Array.of(7, 0, 7, 6)]);
      expect(repairs(report)).toEqual(['ring without area kept as a wall × 1']);
    }
  });

  test('obstacles: closed outlines in their box', async () => {
    const { plan } = await readPlan(dxf({ unit: 6, entities }), 'a.dxf', { as: 'obstacles', margin: 2 });
    expect(plan.levels[0]).toMatchObject({ floor: 'box', margin: 2 });
    expect(plan.levels[0]?.polygons.map((p) => p.role)).toEqual(new Array(5).fill('obstacle'));
    await expect(readPlan(dxf({ entities: [line('W', 0, 0, 1, 1)] }), 'a.dxf', { as: 'obstacles' })).rejects.toThrow(
      /no closed outline for --as obstacles/,
    );
  });
});

describe('dirty and wrong', () => {
  test('lost numbers and empty objects are counted', async () => {
    const { plan, report } = await readPlan(
      dxf({
        unit: 6,
        entities: [
          line('W', 0, 0, 4, 0),
          line('W', 0, 0, NaN, 0),
          line('W', 1, 1, 1, 1),
          entity('LINE', 'W'),
          polyline('W', true, []),
          entity('CIRCLE', 'W', [10, 0], [20, 0], [40, 1e300]),
        ],
      }),
      'a.dxf',
    );
    expect(plan.levels[0]?.lines).toHaveLength(1);
    expect(repairs(report)).toContain('line with fewer than 2 points dropped × 5');
  });

  test('a cut-off file is read as far as it goes, with a warning', async () => {
    const text = dxf({ unit: 6, entities: [line('W', 0, 0, 4, 0), line('W', 0, 0, 0, 4)] });
    const { plan, report } = await readPlan(text.slice(0, text.lastIndexOf(' 31')), 'a.dxf');
    expect(plan.levels[0]?.lines).toHaveLength(2);
    expect(report.warnings[0]).toMatch(/no end mark: it may be cut off/);
  });

  test('any line ends, comments first', async () => {
    const text = dxf({ unit: 6, entities: [line('W', 0, 0, 4, 0)] });
    for (const end of ['\r\n', '\r']) {
      const { environment } = {
        environment: await readPlan(`999${end}made by hand${end}${text.replaceAll('\n', end)}`, 'plan.dxf'),
      };
      expect(environment.plan.levels[0]?.lines).toEqual([Float64Array.of(0, 0, 4, 0)]);
    }
  });

  test.each([
    [dxf({ entities: [] }), /holds no line, polyline, arc or circle/],
    [
      `${dxf({ entities: [line('W', 0, 0, 4, 0)] }).replace(' 11\n', ' eleven\n')}`,
      /line \d+, column 1: expected a group code, found "eleven"; save/,
    ],
  ])('%#', async (text, message) => {
    const reading = readPlan(text, 'a.dxf');
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.toBeInstanceOf(InputError);
  });
});
