/**
 * Walk a parsed DXF file, through all its blocks, and draw what is visible on the chosen layers as polylines in metres.
 *
 * A block is drawn where it is inserted: moved, turned, scaled, mirrored, repeated in rows and columns, blocks within
 * blocks. What lies on layer 0 of a block takes the layer of the insert, as in CAD programs. Left out and counted: what
 * is no line (LEFT_OUT), paper space, invisible objects, layers that are off or frozen (unless asked for by name), and
 * blocks that insert themselves. Bounded: MOST_OBJECTS objects, MOST_POINTS points, DEEPEST levels of blocks.
 */
import { type DrawingLayer, InputError, sineCosineDegrees } from '@foulee/engine';
import { type Affine, DRAWABLE, type DrawnCurve, drawEntity, isMesh, multiply, ownSystem } from './dxf-entities.ts';
import { type DxfBlock, type DxfEntity, type DxfFile, numberOf, textOf } from './dxf-file.ts';
import { leaveOut } from '../drawing/drawing.ts';

const MOST_OBJECTS = 1e6;
const MOST_POINTS = 1e7;
const DEEPEST = 32;

/** Entity types that are no lines on the floor, in words. */
const LEFT_OUT: readonly (readonly [RegExp, string])[] = [
  [/TEXT$|^ATT(?:RIB|DEF)$/, 'text'],
  [/DIMENSION|LEADER$|^TOLERANCE$/, 'dimension'],
  [/^HATCH$|^MPOLYGON$/, 'hatch'],
  [/^XLINE$|^RAY$/, 'infinite line'],
  [/^IMAGE$|^WIPEOUT$|^OLE2?FRAME$|UNDERLAY$/, 'image'],
  [/^POINT$/, 'point'],
  [/^3D|^BODY$|^REGION$|SURFACE$|^MESH$/, '3D object'],
  [/^SOLID$|^TRACE$/, 'filled area'],
  [/^VIEWPORT$/, 'viewport'],
];

interface LayerCurve extends DrawnCurve {
  layer: DrawingLayer;
}

export interface DxfDrawing {
  curves: LayerCurve[];
  /** By name in lower case, in order of appearance. */
  layers: Map<string, DrawingLayer>;
  leftOut: Map<string, number>;
}

/**
 * @param chosen layers to read; undefined: all that are switched on
 * @param tolerance chord error, metres
 */
export function drawDxf(
  file: DxfFile,
  metresPerUnit: number,
  chosen: readonly string[] | undefined,
  tolerance: number,
  fileName: string,
): DxfDrawing {
  const drawing: DxfDrawing = { curves: [], layers: new Map(), leftOut: new Map() };
  const wanted = chosen === undefined ? undefined : new Set(chosen.map((name) => name.trim().toLowerCase()));
  const inside = new Set<DxfBlock>(); // blocks being drawn, to find those that insert themselves
  const inserts = new Map<DxfEntity, Insert>();
  let objects = 0;
  let points = 0;

  for (const layer of file.layers.values()) layerOf(layer.name);
  const k = metresPerUnit;
  drawAll(file.entities, [k, 0, 0, 0, 0, k, 0, 0, 0, 0, k, 0], undefined, 0);
  return drawing;

  function drawAll(
    entities: readonly DxfEntity[],
    toPlan: Affine,
    insertLayer: string | undefined,
    depth: number,
  ): void {
    for (const entity of entities) {
      const layer = insertLayer !== undefined && entity.layer === '0' ? insertLayer : entity.layer;
      if (++objects > MOST_OBJECTS || points > MOST_POINTS) throw tooMuch();
      if (numberOf(entity, 67, 0) === 1) leaveOut(drawing, 'object in paper space');
      else if (numberOf(entity, 60, 0) === 1) leaveOut(drawing, 'invisible object');
      else if (entity.type === 'INSERT') drawInsert(entity, toPlan, layer, depth);
      else if (isMesh(entity)) leaveOut(drawing, '3D object');
      else if (DRAWABLE.has(entity.type)) draw(entity, toPlan, layer);
      else leaveOut(drawing, wordFor(entity.type));
    }
  }

  function draw(entity: DxfEntity, toPlan: Affine, layerName: string): void {
    const layer = layerOf(layerName);
    layer.objects++;
    if (layer.state !== 'read') return;
    for (const curve of drawEntity(entity, toPlan, tolerance)) {
      points += curve.points.length / 2;
      drawing.curves.push({ ...curve, layer });
    }
  }

  function drawInsert(entity: DxfEntity, toPlan: Affine, layer: string, depth: number): void {
    let insert = inserts.get(entity);
    if (insert === undefined) {
      insert = readInsert(entity, file.blocks);
      inserts.set(entity, insert);
    }
    const { block } = insert;
    if (block === undefined) {
      leaveOut(drawing, 'insert of a missing block');
      return;
    }
    if (inside.has(block) || depth >= DEEPEST) {
      leaveOut(drawing, 'insert of a block in itself');
      return;
    }
    // A frozen layer hides whole inserts; one that is off hides only what is on it.
    if (file.layers.get(layer.toLowerCase())?.frozen === true && wanted === undefined) {
      layerOf(layer).objects += block.entities.length;
      return;
    }
    inside.add(block);
    for (let row = 0; row < insert.rows; row++) {
      for (let column = 0; column < insert.columns; column++) {
        if (++objects > MOST_OBJECTS) throw tooMuch();
        drawAll(block.entities, multiply(toPlan, placedAt(insert, row, column)), layer, depth + 1);
      }
    }
    inside.delete(block);
  }

  function layerOf(name: string): DrawingLayer {
    const key = name.toLowerCase();
    let layer = drawing.layers.get(key);
    if (layer === undefined) {
      const known = file.layers.get(key);
      const hidden = known !== undefined && (known.off || known.frozen);
      const state =
        wanted === undefined ? (hidden ? 'off or frozen' : 'read') : wanted.has(key) ? 'read' : 'not chosen';
      layer = { name, objects: 0, state };
      drawing.layers.set(key, layer);
    }
    return layer;
  }

  function tooMuch(): InputError {
    return new InputError(
      fileName,
      `draws more than a million objects or ${MOST_POINTS / 1e6} million points once its blocks are expanded`,
      'purge the drawing, or read fewer layers with --layers',
    );
  }
}

/** Where an insert puts its block, read once however often it is drawn. */
interface Insert {
  block: DxfBlock | undefined;
  rows: number;
  columns: number;
  /** Own system · shift to the insertion point · turn · scale · shift of the block's base to 0. */
  placement: Affine;
  /** From one column, and from one row, to the next: turned with the insert, not scaled. */
  columnStep: readonly [number, number, number];
  rowStep: readonly [number, number, number];
}

function readInsert(entity: DxfEntity, blocks: ReadonlyMap<string, DxfBlock>): Insert {
  const block = blocks.get(textOf(entity, 2).toLowerCase());
  const [s, c] = sineCosineDegrees(numberOf(entity, 50, 0));
  const sx = numberOf(entity, 41, 1);
  const sy = numberOf(entity, 42, 1);
  const sz = numberOf(entity, 43, 1);
  const [bx, by, bz] = block?.base ?? [0, 0, 0];
  const x = numberOf(entity, 10, NaN) - c * sx * bx + s * sy * by;
  const y = numberOf(entity, 20, NaN) - s * sx * bx - c * sy * by;
  const z = numberOf(entity, 30, 0) - sz * bz;
  const own = ownSystem(entity);
  const along = (dx: number, dy: number): [number, number, number] =>
    [0, 4, 8].map((row) => (own[row] as number) * dx + (own[row + 1] as number) * dy) as [number, number, number];
  const columnSpacing = numberOf(entity, 44, 0);
  const rowSpacing = numberOf(entity, 45, 0);
  return {
    block,
    columns: repetitions(numberOf(entity, 70, 1)),
    rows: repetitions(numberOf(entity, 71, 1)),
    placement: multiply(own, [c * sx, -s * sy, 0, x, s * sx, c * sy, 0, y, 0, 0, sz, z]),
    columnStep: along(c * columnSpacing, s * columnSpacing),
    rowStep: along(-s * rowSpacing, c * rowSpacing),
  };
}

function repetitions(value: number): number {
  return value >= 1 ? Math.min(Math.floor(value), 32767) : 1;
}

/** The insert's placement, moved to a row and column of its array. */
function placedAt(insert: Insert, row: number, column: number): Affine {
  if (row === 0 && column === 0) return insert.placement;
  const moved = [...insert.placement];
  for (let k = 0; k < 3; k++) {
    const shift = column * (insert.columnStep[k] as number) + row * (insert.rowStep[k] as number);
    moved[4 * k + 3] = (moved[4 * k + 3] as number) + shift;
  }
  return moved;
}

function wordFor(type: string): string {
  return LEFT_OUT.find(([pattern]) => pattern.test(type))?.[1] ?? `object of the type ${type.slice(0, 30)}`;
}
