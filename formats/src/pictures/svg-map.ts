/**
 * World → an SVG one would put in a report: floor, cells, walls, glass, doors, stairs, the narrowest passages with their
 * widths, all levels in one scale, title, legend, scale bar. y points up on paper.
 *
 * The page is laid out in pixels, at most 1,500 by 1,050 of them for the drawing; geometry lies in groups that are
 * scaled, in whole millimetres. Line widths follow the drawing: fine where walls are short on paper (a city), strong
 * where they are long (a room). What is too small to be seen is left out, so the text grows with the walls, not with
 * the cells.
 */
import { cellArea, type Frame, type Passage, PORTAL, type World } from '@foulee/engine';
import { type FloorColours, floorColours, type MapColouring } from './svg-colours.ts';
import { type Layout, layOut, type Panel } from './svg-layout.ts';
import { type LegendEntry, legend } from './svg-legend.ts';
import { linkMarks } from './svg-links.ts';
import { type ChosenPassages, choosePassages, drawMarks, isNarrower } from './svg-marks.ts';
import { cellPaths, floorPaths, freePaths, glassPath, wallPath } from './svg-paths.ts';
import { type DrawnRoute, routeLegend, routeMarks } from './svg-route.ts';
import { COLOURS, FONT, metresText, pixels, xmlText } from './svg-text.ts';

export interface MapOptions {
  /** Default: the plan's name. */
  title?: string;
  /**
   * 'cell': all alike; 'kind': by the ways out of each cell; 'width': by how wide the way through it is; 'group', 'zone':
   * by the ways out of its group or zone; 'place': places, with their numbers; 'integration': by how near its zone is to all others, with axial lines.
   */
  colour?: MapColouring;
  /** Diameter of a walker, metres: narrower passages are marked in another colour. Default 0.5. */
  width?: number;
  /** How many passages are marked at most. Default 10. */
  passages?: number;
  /** A route to draw over everything else. */
  route?: DrawnRoute;
}

/** Pixels. */
const MARGIN = 44;
const HEADER = 84;
const LEAST_PAGE = 760;
/** Width of axial lines. */
const AXIAL = 1.1;
/** Width of glass: a share of that of walls, and pixels at least. */
const GLASS = 0.6;
const LEAST_GLASS = 0.5;
/** Cell borders shorter than this are not seen. */
const LEAST_BORDER = 1.5;

export function worldToSvg(world: World, options: MapOptions = {}): string {
  const layout = layOut(world);
  const pageWidth = Math.round(Math.max(LEAST_PAGE, layout.width + 2 * MARGIN));
  const left = (pageWidth - layout.width) / 2;
  const width = options.width ?? 0.5;
  const chosen = choosePassages(world, layout, options.passages ?? 10, width);
  const colours = floorColours(world, options.colour ?? 'cell', width, layout.scale);
  const panels: string[] = [];
  let unlabelled = 0;
  for (const panel of layout.panels) {
    const at = { ...panel, x: panel.x + left, y: panel.y + HEADER };
    const marks = chosen.marked.filter((passage) => passage.level === panel.level);
    const drawn = drawPanel(world, at, layout, marks, colours, width);
    panels.push(drawn.text);
    if (options.route !== undefined) panels.push(...routeMarks(world, options.route, at, layout.scale));
    unlabelled += drawn.unlabelled;
  }
  const bottom = HEADER + layout.height + 28;
  const entries = legendEntries(world, chosen, unlabelled, width, colours);
  if (options.route !== undefined) entries.unshift(...routeLegend(options.route, width));
  const foot = legend(entries, {
    x: MARGIN,
    y: bottom,
    width: pageWidth - 2 * MARGIN,
    pixelsPerMetre: layout.scale,
    drawingWidth: layout.width,
    north: isDegrees(world.plan.frame),
  });
  const pageHeight = Math.round(bottom + foot.height + MARGIN * 0.6);
  const title = xmlText(options.title ?? world.plan.name, 90);
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 ${pageWidth} ${pageHeight}" width="${pageWidth}" height="${pageHeight}" font-family="${FONT}" role="img">`,
    `<title>${title}</title>`,
    `<rect width="${pageWidth}" height="${pageHeight}" fill="${COLOURS.paper}"/>`,
    `<text x="${MARGIN}" y="42" font-size="24" font-weight="bold" fill="${COLOURS.ink}">${title}</text>`,
    `<text x="${MARGIN}" y="64" font-size="13" fill="${COLOURS.quiet}">${xmlText(countsLine(world), 200)}</text>`,
    ...panels,
    foot.text,
    '</svg>',
  ].join('\n')}\n`;
}

function drawPanel(
  world: World,
  panel: Panel,
  { scale, titleHeight }: Layout,
  passages: Passage[],
  colours: FloorColours,
  width: number,
): { text: string; unlabelled: number } {
  const { mesh, plan } = world;
  const { level, x, y, frame } = panel;
  const map = world.maps[level];
  const perPixel = 1 / (scale * frame.unit);
  const strokes = lineWidths(world, level, scale);
  const { floor, outer } = floorPaths(map, frame);
  const isDrawn = colours.borders === 'all' ? () => true : colours.borders;
  const { borders, doors } = freePaths(mesh, level, LEAST_BORDER / scale, isDrawn, frame);
  const stroke = (px: number) => pixels(px * perPixel);
  const lines: string[] = [];
  if (titleHeight > 0) {
    const { name, elevation } = mesh.levels[level];
    lines.push(
      `<text x="${pixels(x)}" y="${pixels(y - 9)}" font-size="14" font-weight="bold" fill="${COLOURS.ink}">${xmlText(`Level ${name}`, 40)}` +
        `<tspan dx="6" font-weight="normal" fill="${COLOURS.quiet}">at ${metresText(elevation)}</tspan></text>`,
    );
  }
  lines.push(
    `<g transform="translate(${pixels(x)} ${pixels(y)}) scale(${Number((scale * frame.unit).toPrecision(12))})" fill="none" stroke-linecap="round" stroke-linejoin="round">`,
    `<path d="${outer}" fill="${COLOURS.solid}"/>`,
    `<path id="floor-${level}" d="${floor}" fill-rule="evenodd"/>`,
    `<use xlink:href="#floor-${level}" fill="${COLOURS.floor}"/>`,
  );
  const { fills, classOf } = colours;
  if (fills.length > 0) {
    cellPaths(mesh, level, fills.length, classOf, frame).forEach((path, i) => {
      const fill = fills[i];
      // A hair of its own colour closes the seams between neighbours.
      if (path !== '') lines.push(`<path d="${path}" fill="${fill}" stroke="${fill}" stroke-width="${stroke(0.4)}"/>`);
    });
  }
  if (borders !== '') {
    const pen = colours.borders === 'all' ? [COLOURS.border, strokes.border] : [COLOURS.quiet, strokes.wall / 2];
    lines.push(`<path d="${borders}" stroke="${pen[0]}" stroke-width="${stroke(Number(pen[1]))}"/>`);
  }
  for (const [path, colour] of colours.lines?.(level, frame) ?? []) {
    if (path !== '') lines.push(`<path d="${path}" stroke="${colour}" stroke-width="${stroke(AXIAL)}"/>`);
  }
  lines.push(...linkMarks(plan, mesh.origin, level, { scale, frame }, stroke));
  // The outline of the floor is all wall where no stairs open in it, and then it is not written twice.
  const portals = map.segmentKind.includes(PORTAL);
  const pen = `stroke="${COLOURS.wall}" stroke-width="${stroke(strokes.wall)}"`;
  const walls = wallPath(map, !portals, frame);
  if (!portals) lines.push(`<use xlink:href="#floor-${level}" ${pen}/>`);
  if (walls !== '') lines.push(`<path d="${walls}" ${pen}/>`);
  const glass = glassPath(map, frame);
  if (glass !== '') {
    const thin = stroke(Math.max(GLASS * strokes.wall, LEAST_GLASS));
    lines.push(`<path d="${glass}" stroke="${COLOURS.glass}" stroke-width="${thin}"/>`);
  }
  if (doors !== '') {
    lines.push(
      `<path d="${doors}" stroke="${COLOURS.door}" stroke-width="${stroke(Math.max(4, 2 * strokes.wall))}" stroke-linecap="butt"/>`,
    );
  }
  lines.push('</g>');
  const labels = drawMarks(world, panel, scale, passages, width, colours.numbers);
  return { text: [...lines, ...labels.lines].join('\n'), unlabelled: labels.unlabelled };
}

/** Degrees per metre are few and, away from the equator, differ by axis. */
function isDegrees({ unitX, unitY }: Frame): boolean {
  return unitX !== unitY && Math.abs(unitY) < 1e-4;
}

/** Strong walls where they are long on paper, fine ones in a city. */
function lineWidths({ maps }: World, level: number, scale: number): { wall: number; border: number } {
  const { vertices, segments } = maps[level];
  let sum = 0;
  const count = segments.length / 2;
  for (let s = 0; s < count; s++) {
    const a = 2 * segments[2 * s];
    const b = 2 * segments[2 * s + 1];
    sum += Math.hypot(vertices[a] - vertices[b], vertices[a + 1] - vertices[b + 1]);
  }
  const wall = Math.min(2.6, Math.max(0.3, (0.07 * scale * sum) / Math.max(1, count)));
  return { wall, border: Math.min(0.8, 0.45 * wall) };
}

function countsLine({ mesh, plan }: World): string {
  let area = 0;
  for (let c = 0; c < mesh.cellLevel.length; c++) area += cellArea(mesh, c);
  const number = (value: number, digits = 0) =>
    value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const some = (n: number, word: string) => `${number(n)} ${word}${n === 1 ? '' : 's'}`;
  const parts = [`${number(area, area < 1000 ? 1 : 0)} m² walkable`, some(mesh.levels.length, 'level')];
  parts.push(some(mesh.cellLevel.length, 'cell'));
  if (mesh.doors.length > 0) parts.push(some(mesh.doors.length, 'door'));
  if (plan.links.length > 0) parts.push(`${some(plan.links.length, 'link')} between levels`);
  return parts.join(' · ');
}

function legendEntries(
  world: World,
  { marked, narrower }: ChosenPassages,
  unlabelled: number,
  width: number,
  colours: FloorColours,
): LegendEntry[] {
  const entries: LegendEntry[] = [];
  if (colours.fills.length > 0) entries.push(...colours.legend);
  else entries.push({ mark: 'fill', colour: COLOURS.floor, text: 'floor, in convex cells' });
  entries.push({ mark: 'fill', colour: COLOURS.solid, text: 'not walkable' });
  entries.push({ mark: 'line', colour: COLOURS.wall, text: 'wall' });
  if (world.mesh.sideGlass.includes(1)) {
    entries.push({ mark: 'line', colour: COLOURS.glass, text: 'glass: people can see through it' });
  }
  if (world.mesh.doors.length > 0) entries.push({ mark: 'line', colour: COLOURS.door, text: 'door' });
  if (world.plan.links.length > 0) {
    entries.push({ mark: 'fill', colour: COLOURS.stairs, text: 'stairs, ramp or lift; arrows point up' });
  }
  const narrow = marked.filter((passage) => isNarrower(passage, width)).length;
  if (narrow > 0) {
    const share = narrow < narrower ? ` (${narrow} of ${narrower.toLocaleString('en-US')})` : '';
    entries.push({ mark: 'passage', colour: COLOURS.narrow, text: `passage narrower than ${width} m${share}` });
  }
  if (marked.length > narrow) {
    const text = narrow > 0 ? `narrowest passages from ${width} m on` : 'narrowest passages';
    entries.push({ mark: 'passage', colour: COLOURS.passage, text });
  }
  if (unlabelled > 0) entries.push({ mark: 'none', colour: '', text: `${unlabelled} without room for its width` });
  return entries;
}
