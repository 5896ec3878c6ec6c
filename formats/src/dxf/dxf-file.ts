/**
 * ASCII DXF text to its entities, blocks, layers and unit, still as group codes.
 *
 * A DXF file is a list of pairs of lines: a group code (a number) and a value. A parser of our own rather than the
 * `dxf` package, because that one expands blocks that insert themselves without end, takes array counts on trust, drops
 * layers inside blocks, fixes curves at 72 pieces, and throws TypeErrors on cut-off files. Only what can become a line
 * is kept; the rest is counted by type. Cost: linear; one pass without splitting the text.
 */
import { InputError } from '@foulee/engine';
import { placeInText } from '../input/decode-text.ts';

export interface DxfEntity {
  type: string;
  layer: string;
  /** The group codes that say what is drawn and where, and their values, in the file's order. */
  codes: number[];
  values: string[];
  /** The vertices of an old-style POLYLINE. */
  vertices: readonly DxfEntity[];
}

export interface DxfBlock {
  name: string;
  base: [number, number, number];
  entities: DxfEntity[];
}

interface DxfLayer {
  name: string;
  off: boolean;
  frozen: boolean;
}

export interface DxfFile {
  /** $INSUNITS; 0: not said. */
  unit: number;
  /** By name in lower case, as DXF names are not case-sensitive. */
  layers: Map<string, DxfLayer>;
  blocks: Map<string, DxfBlock>;
  entities: DxfEntity[];
  /** The end mark was there. */
  complete: boolean;
}

const NO_VERTICES: readonly DxfEntity[] = [];

export function parseDxf(text: string, fileName: string): DxfFile {
  const file: DxfFile = { unit: 0, layers: new Map(), blocks: new Map(), entities: [], complete: false };
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let code = 0;
  let value = '';
  let newline = -1;
  let carriage = -1;

  let section = '';
  let variable = ''; // of the header
  let table = ''; // within TABLES
  let layer: { name: string; flags: number; colour: number } | undefined;
  let block: DxfBlock | undefined;
  let blockHead = false; // between BLOCK and its first entity
  let entity: DxfEntity | undefined;
  let polyline: DxfEntity | undefined; // collecting vertices
  let vertices: DxfEntity[] = [];

  while (nextPair()) {
    if (code === 0) startObject();
    else if (code === 2 && section === 'SECTION') section = value.toUpperCase();
    else if (section === 'HEADER') readHeader();
    else if (section === 'TABLES') readTable();
    else if (blockHead && block !== undefined) readBlockHead(block);
    else if (entity !== undefined) keepGroup(entity);
  }
  endLayer();
  endBlock();
  return file;

  function startObject(): void {
    const type = value.toUpperCase();
    endLayer();
    blockHead = false;
    entity = undefined;
    if (type === 'SECTION' || type === 'ENDSEC' || type === 'EOF') {
      endBlock();
      polyline = undefined;
      section = type;
      table = '';
      if (type === 'EOF') file.complete = true;
    } else if (section === 'TABLES') {
      if (type === 'TABLE' || type === 'ENDTAB') table = '';
      else table = type;
      if (type === 'LAYER') layer = { name: '', flags: 0, colour: 7 };
    } else if (section === 'BLOCKS' && type === 'BLOCK') {
      endBlock();
      block = { name: '', base: [0, 0, 0], entities: [] };
      blockHead = true;
    } else if (section === 'BLOCKS' && type === 'ENDBLK') {
      endBlock();
    } else if (section === 'ENTITIES' || (section === 'BLOCKS' && block !== undefined)) {
      startEntity(type);
    }
  }

  function startEntity(type: string): void {
    entity = { type, layer: '0', codes: [], values: [], vertices: NO_VERTICES };
    if (type === 'VERTEX' && polyline !== undefined) {
      vertices.push(entity);
      return;
    }
    if (type === 'SEQEND') {
      polyline = undefined;
      return;
    }
    polyline = type === 'POLYLINE' ? entity : undefined;
    if (polyline !== undefined) polyline.vertices = vertices = [];
    (block?.entities ?? file.entities).push(entity);
  }

  function keepGroup(into: DxfEntity): void {
    if (code === 8) {
      into.layer = decodeName(value);
    } else if (code === 2 || (code >= 10 && code < 80) || (code >= 210 && code <= 230)) {
      // Names, numbers and flags; not handles, owners, subclass marks.
      into.codes.push(code);
      into.values.push(value);
    }
  }

  function readHeader(): void {
    if (code === 9) variable = value.toUpperCase();
    else if (variable === '$INSUNITS' && code === 70) file.unit = Number(value) || 0;
  }

  function readTable(): void {
    if (table !== 'LAYER' || layer === undefined) return;
    if (code === 2) layer.name = decodeName(value);
    if (code === 70) layer.flags = Number(value) || 0;
    if (code === 62) layer.colour = Number(value) || 0;
  }

  function endLayer(): void {
    if (layer !== undefined && layer.name !== '') {
      // A layer is switched off by a negative colour.
      file.layers.set(layer.name.toLowerCase(), {
        name: layer.name,
        off: layer.colour < 0,
        frozen: (layer.flags & 1) === 1,
      });
    }
    layer = undefined;
  }

  function readBlockHead(into: DxfBlock): void {
    if (code === 2) into.name = decodeName(value);
    if (code === 10) into.base[0] = toNumber(value);
    if (code === 20) into.base[1] = toNumber(value);
    if (code === 30) into.base[2] = toNumber(value);
  }

  function endBlock(): void {
    if (block !== undefined && block.name !== '') file.blocks.set(block.name.toLowerCase(), block);
    block = undefined;
    polyline = undefined;
  }

  /** Read the next code and value; false at the end of the text. */
  function nextPair(): boolean {
    const start = at;
    const first = nextLine();
    if (first === null) return false;
    const trimmed = first.trim();
    if (trimmed === '' && at >= text.length) return false; // blank lines at the end
    code = Number(trimmed);
    if (trimmed === '' || !Number.isInteger(code)) {
      throw new InputError(
        `${fileName}, ${placeInText(text, start)}`,
        `expected a group code, found "${trimmed.slice(0, 20)}"`,
        'save the drawing as ASCII DXF again; the file is damaged',
      );
    }
    const second = nextLine();
    if (second === null) return false; // cut off between code and value
    value = second.trim();
    return true;
  }

  /** One line, ended by LF, CR LF or CR; each kind is searched for once over the whole text. */
  function nextLine(): string | null {
    if (at >= text.length) return null;
    if (newline < at) newline = positionOf('\n');
    if (carriage < at) carriage = positionOf('\r');
    const end = Math.min(newline, carriage);
    const line = text.slice(at, end);
    at = end === carriage && newline === carriage + 1 ? end + 2 : end + 1;
    return line;
  }

  function positionOf(character: string): number {
    const found = text.indexOf(character, at);
    return found === -1 ? text.length : found;
  }
}

/** A number, or NaN: an empty value is none. */
export function toNumber(value: string): number {
  return value === '' ? NaN : Number(value);
}

/** The first value of a group code as a number. */
export function numberOf(entity: DxfEntity, code: number, otherwise: number): number {
  const i = entity.codes.indexOf(code);
  return i === -1 ? otherwise : toNumber(entity.values[i] as string);
}

export function textOf(entity: DxfEntity, code: number): string {
  const i = entity.codes.indexOf(code);
  return i === -1 ? '' : decodeName(entity.values[i] as string);
}

/** Names written in old code pages spell other letters as \U+00E4. */
function decodeName(name: string): string {
  return name.replace(/\\U\+([0-9A-Fa-f]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
