/**
 * Which layers of a DXF drawing are read, and what the report says of it.
 *
 * Every line of a drawing is a wall, so routes, furniture and dimensions drawn on layers of their own would cut the floor
 * to pieces. Where nobody has chosen layers, those whose names plainly say that they hold no walls are left out, and it is
 * said which. Walls must not be lost that way: a name that also says walls is read (“A-WALL-PATT”), so is one that says
 * nothing (“0”, “Level 1”), and where no layer is named like walls everything is read. Walls on layers named like glass are glass. Layers that are off or frozen are
 * left out in dxf-drawing.ts. Cost: linear in layers and curves.
 */
import { type BuildReport, type DrawingLayer, InputError, shortened } from '@foulee/engine';
import type { DxfDrawing } from './dxf-drawing.ts';
import { count, type ReadOptions } from '../input/environment.ts';

/** Walls and floors, by the words people name them with in English, German, French, Spanish, Italian; also in AIA's short ones. */
const WALLS =
  /walkable|wall|wand|w[äa]nde|mur|pare[dt]|partition|pnls|cloison|obstacle|hindernis|column|pillar|st[üu]tze|poteau/i;

/** Text, dimensions, hatches, axes and furniture, in the same languages: words long enough to be looked for anywhere in a name. */
const NO_WALLS =
  /annotation|defpoints|dimension|furniture|hatching|bema(?:ss|ß)ung|beschriftung|m(?:ö|oe)b(?:el|lier)|schraffur|verma(?:ss|ß)ung|cotation|hachure|mobiliar|mobilier/i;

/** The same, where only a whole word tells: “DIM 1:50”, “A-ANNO-TEXT”, not “Textile shop”. No “cote”: that is also a side. */
const NO_WALLS_AS_WORD: ReadonlySet<string> = new Set(
  [
    'anno iden legend legende note notes testi testo text texte textes texto textos texts ttlb txt',
    'cotas cotes dim dims quote',
    'hatch patt retini retino',
    'achse achsen assi axes axis ejes grid',
    'arredi arredo furn',
  ].flatMap((words) => words.split(' ')),
);

/**
 * Glass, by the same languages' words for it anywhere in a name: “A-GLAZ”, “Glaswand”, “cloison vitrage”. Not Glasgow, nor glass fibre.
 */
const GLASS =
  /glas(?!gow|-?faser)|glaz|vitrage|vitr[ée]e|verri[èe]re|vidrio|vetrat|(?<!\p{L})(?:verre|vetro)(?!\p{L})/iu;
/** Windows; with walls on the same layer it may hold anything. */
const WINDOWS = /window|fenster|fen[êe]tre|ventana|finestr/i;

/** What JuPedSim's editor draws for itself on layers `jps-exits`, `jps-journeys` and the like; beside floor and obstacles, whatever comes. */
const JUPEDSIM = /^jps[-_]/i;
/** It knows them without `jps-`, too; then a layer for the floor tells that they are its. */
const JUPEDSIM_FLOOR = /^(?:jps-)?walkablearea/i;
const JUPEDSIM_SHORT = /^(?:distributions|exits|journeys|waypoints)(?![a-z])/i;

/** Layers named in a warning, and in the choice that it proposes: a longer one is nothing to copy. */
const MOST_NAMED = 5;
const MOST_PROPOSED = 20;

/**
 * Leave out the layers that hold no walls, by their names.
 * @param as what closed outlines are read as: then it takes closed ones for walls to be left
 */
export function leaveOutByName(drawing: DxfDrawing, as: ReadOptions['as']): void {
  const read = [...drawing.layers.values()].filter(isUsed);
  const walls = new Set(read.filter(({ name }) => WALLS.test(name)));
  if (!drawing.curves.some(({ layer, closed }) => walls.has(layer) && (closed || as === undefined))) return;
  const isJuPedSim = read.some(({ name }) => JUPEDSIM_FLOOR.test(name));
  for (const layer of read) {
    if (!walls.has(layer) && saysNoWalls(layer.name, isJuPedSim)) layer.state = 'left out by name';
  }
  drawing.curves = drawing.curves.filter(({ layer }) => layer.state === 'read');
}

function saysNoWalls(name: string, isJuPedSim: boolean): boolean {
  if (JUPEDSIM.test(name) || (isJuPedSim && JUPEDSIM_SHORT.test(name))) return true;
  const own = ownName(name);
  if (NO_WALLS.test(own)) return true;
  return own
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => NO_WALLS_AS_WORD.has(word));
}

/** Does a layer's name say that its lines are glass? */
export function saysGlass(layer: DrawingLayer): boolean {
  const own = ownName(layer.name);
  return GLASS.test(own) || (WINDOWS.test(own) && !WALLS.test(own));
}

/** A layer of another file that was bound to this one has that file's name first: “plan|A-FURN”, “plan$0$A-FURN”. */
function ownName(name: string): string {
  return name.normalize('NFC').replace(/^.*(?:\||\$\d+\$)/, '');
}

const isUsed = ({ state, objects }: DrawingLayer): boolean => state === 'read' && objects > 0;

/** Layers that were chosen must be there. */
export function checkLayers(drawing: DxfDrawing, options: ReadOptions, fileName: string): void {
  for (const name of options.layers ?? []) {
    if (drawing.layers.has(name.trim().toLowerCase())) continue;
    throw new InputError(
      '--layers',
      `${fileName} has no layer "${name}"`,
      `choose among its layers${layerList(drawing)}`,
    );
  }
}

export function layerList(drawing: DxfDrawing): string {
  const names = [...drawing.layers.values()].map(withObjects);
  return names.length === 0 ? '' : `: ${names.slice(0, 30).join(', ')}${names.length > 30 ? ', …' : ''}`;
}

const withObjects = ({ name, objects }: DrawingLayer): string => `${shortened(name)} (${objects})`;

/** Which layers were read and which not; warnings where that was decided by their names or may be wrong. */
export function noteLayers(drawing: DxfDrawing, options: ReadOptions, report: BuildReport): void {
  const layers = [...drawing.layers.values()];
  report.layers = layers;
  const list = (state: DrawingLayer['state']): string => {
    const some = layers.filter((layer) => layer.state === state && layer.objects > 0);
    const names = some.slice(0, 30).map(withObjects);
    return names.join(', ') + (some.length > 30 ? `, and ${some.length - 30} more` : '');
  };
  const read = list('read');
  const notChosen = list('not chosen');
  const named = list('left out by name');
  const hidden = list('off or frozen');
  report.notes.push(
    `layers read, with their objects: ${read === '' ? 'none' : read}` +
      `${notChosen === '' ? '' : `; not chosen: ${notChosen}`}` +
      `${named === '' ? '' : `; left out because of their names: ${named}`}` +
      `${hidden === '' ? '' : `; left out because they are off or frozen: ${hidden}`}; --layers A,B chooses`,
  );
  if (options.layers !== undefined) return;
  warnOfLeftOut(layers, report);
  warnOfOthers(layers.filter(isUsed), report);
}

function warnOfLeftOut(layers: readonly DrawingLayer[], report: BuildReport): void {
  const left = layers.filter(({ state }) => state === 'left out by name');
  if (left.length === 0) return;
  const objects = left.reduce((sum, layer) => sum + layer.objects, 0);
  const all = layers.filter((layer) => isUsed(layer) || layer.state === 'left out by name');
  const remedy = all.length > MOST_PROPOSED ? '--layers A,B chooses' : `${choiceOf(all)} reads them, too`;
  report.warnings.push(
    `left out, because of names that say no walls: ${count(left.length, 'layer')} ` +
      `with ${count(objects, 'object')} (${someOf(left)}); ${remedy}`,
  );
}

/** Names that say nothing were read; beside layers that are named like walls they may be anything. */
function warnOfOthers(read: readonly DrawingLayer[], report: BuildReport): void {
  const walls = read.filter(({ name }) => WALLS.test(name));
  // Without its windows a wall would have holes: their layers are not proposed to be left out.
  const others = read.filter((layer) => !WALLS.test(layer.name) && !saysGlass(layer));
  if (walls.length === 0 || others.length === 0 || walls.length > MOST_PROPOSED) return;
  report.warnings.push(
    `lines of ${count(others.length, 'layer')} not named like walls (${someOf(others)}) were read as walls too; ` +
      `${choiceOf(walls)} leaves them out`,
  );
}

/** @param lines how many were read as glass */
export function noteGlass(drawing: DxfDrawing, lines: number, report: BuildReport): void {
  if (lines === 0) return;
  const layers = [...drawing.layers.values()].filter((layer) => isUsed(layer) && saysGlass(layer));
  report.notes.push(
    `${count(lines, 'line')} read as glass because of layer names (${someOf(layers)}): ` +
      'people see through it where there is floor on both sides; rename a layer whose lines are opaque',
  );
}

function someOf(layers: readonly DrawingLayer[]): string {
  const names = layers.slice(0, MOST_NAMED).map(({ name }) => shortened(name));
  return names.join(', ') + (layers.length > MOST_NAMED ? ', …' : '');
}

function choiceOf(layers: readonly DrawingLayer[]): string {
  return `--layers ${JSON.stringify(layers.map(({ name }) => name).join(','))}`;
}
