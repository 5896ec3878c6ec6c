/** For the tests: DXF text from its parts. */

type Group = readonly [code: number, value: string | number];

/** An entity; its layer first, then groups. */
export function entity(type: string, layer: string, ...groups: Group[]): string {
  return groupText([0, type], [8, layer], ...groups);
}

export function groupText(...groups: readonly Group[]): string {
  return groups.map(([code, value]) => `${String(code).padStart(3)}\n${value}\n`).join('');
}

export const line = (layer: string, x1: number, y1: number, x2: number, y2: number): string =>
  entity('LINE', layer, [10, x1], [20, y1], [30, 0], [11, x2], [21, y2], [31, 0]);

/** Corners as x, y or x, y, bulge. */
export function polyline(
  layer: string,
  closed: boolean,
  corners: readonly (readonly number[])[],
  ...more: Group[]
): string {
  const groups = corners.flatMap(([x = 0, y = 0, bulge]): Group[] => [
    [10, x],
    [20, y],
    ...(bulge === undefined ? [] : [[42, bulge] as const]),
  ]);
  return entity('LWPOLYLINE', layer, [90, corners.length], [70, closed ? 1 : 0], ...groups, ...more);
}

export const box = (layer: string, x: number, y: number, w: number, h = w): string =>
  polyline(layer, true, [
    [x, y],
    [x + w, y],
    [x + w, y + h],
    [x, y + h],
  ]);

export interface DxfParts {
  entities: string[];
  unit?: number;
  layers?: { name: string; colour?: number; flags?: number }[];
  blocks?: { name: string; base?: [number, number]; entities: string[] }[];
}

export function dxf({ entities, unit, layers = [], blocks = [] }: DxfParts): string {
  const section = (name: string, body: string): string =>
    groupText([0, 'SECTION'], [2, name]) + body + groupText([0, 'ENDSEC']);
  const header = unit === undefined ? '' : groupText([9, '$ACADVER'], [1, 'AC1027'], [9, '$INSUNITS'], [70, unit]);
  const table = layers.map(({ name, colour = 7, flags = 0 }) =>
    groupText([0, 'LAYER'], [2, name], [70, flags], [62, colour], [6, 'Continuous']),
  );
  const blockTexts = blocks.map(
    ({ name, base: [x, y] = [0, 0], entities: inner }) =>
      groupText([0, 'BLOCK'], [8, '0'], [2, name], [70, 0], [10, x], [20, y], [30, 0], [3, name]) +
      inner.join('') +
      groupText([0, 'ENDBLK'], [8, '0']),
  );
  return (
    section('HEADER', header) +
    section(
      'TABLES',
      groupText([0, 'TABLE'], [2, 'LAYER'], [70, layers.length]) + table.join('') + groupText([0, 'ENDTAB']),
    ) +
    section('BLOCKS', blockTexts.join('')) +
    section('ENTITIES', entities.join('')) +
    groupText([0, 'EOF'])
  );
}
