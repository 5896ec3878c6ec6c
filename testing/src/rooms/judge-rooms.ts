/**
 * A package and the order of its rooms → what is wrong, in words; nothing if all is well. A room is a folder
 * directly in `src`, or a file directly in it.
 *
 * 1. Every room is in the order, and every name of the order is a room.
 * 2. Imports of sources go to the same room or to one before it. Type imports count.
 * 3. No file imports itself by way of others; tests and their tools count, too.
 * 4. No folders import each other, at any depth. Of everything that lies in one folder (its sub-folders, each as
 *    a whole, and its files, each for itself) none may lead back to itself. So a file beside a sub-folder may import
 *    from it, or be imported by it, but not both.
 * 5. No relative import leaves the package's folder.
 * 6. No source imports a file that package.json exports: those are for others.
 * 7. Every package that is imported is declared: for sources under `dependencies`, for tests and settings also
 *    under `devDependencies`, of the package or of the workspace. `node:` is for tests, and for the sources of
 *    packages that say so.
 *
 * Files that are read as data (`import.meta.glob`, `readFileSync`) are no imports.
 */
import { cyclesOf } from './cycles.ts';
import { type Import, isCode, type PackageSources } from './read-package.ts';

export interface RoomRules {
  /** May its sources use what Node brings along? */
  usesNode?: boolean;
  /** Packages that only this room may import. */
  onlyIn?: Readonly<Record<string, string>>;
}

const SOURCES = 'src/';

/** A file of the product, as opposed to tests and settings. */
const isSource = (file: string) => file.startsWith(SOURCES) && !file.endsWith('.test.ts');
const roomOf = (file: string) => file.slice(SOURCES.length).split('/')[0];

export function judgeRooms(sources: PackageSources, order: readonly string[], rules: RoomRules = {}): string[] {
  return [
    ...judgeOrder(sources.files, order),
    ...sources.imports.flatMap((found) => judgeImport(found, sources, order, rules)),
    ...fileCycles(sources.imports),
    ...folderCycles(sources.imports.filter(({ from }) => isSource(from))),
  ];
}

function judgeOrder(files: readonly string[], order: readonly string[]): string[] {
  const rooms = new Set(files.filter(isSource).map(roomOf));
  return [
    ...[...rooms].filter((room) => !order.includes(room)).map((room) => `src/${room} has no place in the order`),
    ...order.filter((room) => !rooms.has(room)).map((room) => `${room} is in the order, but not in src`),
    ...order.filter((room, at) => order.indexOf(room) < at).map((room) => `${room} is in the order twice`),
  ];
}

function judgeImport(
  { from, written, file }: Import,
  sources: PackageSources,
  order: readonly string[],
  rules: RoomRules,
): string[] {
  if (file === undefined) return judgePackage(from, written, sources, rules);
  if (file.startsWith('../')) return [`${from} imports ${written}, which is outside the package`];
  if (!isSource(from) || !isCode(file)) return [];
  if (!isSource(file)) return [`${from} imports ${file}, which is no source`];
  if (sources.entries.includes(file)) return [`${from} imports ${file}, which is for other packages`];
  const isBefore = order.indexOf(roomOf(file)) <= order.indexOf(roomOf(from));
  return isBefore ? [] : [`${from} imports ${file}, which comes after it`];
}

function judgePackage(from: string, written: string, sources: PackageSources, rules: RoomRules): string[] {
  if (written.startsWith('node:')) {
    return isSource(from) && rules.usesNode !== true ? [`${from} imports ${written}, which is Node's`] : [];
  }
  const name = written
    .split('/')
    .slice(0, written.startsWith('@') ? 2 : 1)
    .join('/');
  const { dependencies, devDependencies } = sources;
  const isDeclared = dependencies.includes(name) || (!isSource(from) && devDependencies.includes(name));
  if (!isDeclared) return [`${from} imports ${written}, which package.json does not declare`];
  const room = rules.onlyIn?.[name];
  const isElsewhere = room !== undefined && isSource(from) && roomOf(from) !== room;
  return isElsewhere ? [`${from} imports ${written}, which is for ${room} only`] : [];
}

function fileCycles(imports: readonly Import[]): string[] {
  const graph = new Map<string, Set<string>>();
  for (const { from, file } of imports) if (file !== undefined) addEdge(graph, from, file);
  return cyclesOf(graph).map((cycle) => `files in a circle: ${[...cycle, cycle[0]].join(' → ')}`);
}

/** One graph for each folder: of what lies directly in it. */
function folderCycles(imports: readonly Import[]): string[] {
  const graphs = new Map<string, Map<string, Set<string>>>();
  /** An import for each edge, to show. */
  const example = new Map<string, string>();
  for (const { from, file } of imports) {
    if (file === undefined) continue;
    const [a, b] = [from.split('/'), file.split('/')];
    const depth = a.findIndex((name, at) => name !== b[at]);
    if (depth === -1) continue;
    const folder = a.slice(0, depth).join('/');
    const graph = graphs.get(folder) ?? new Map<string, Set<string>>();
    graphs.set(folder, graph);
    addEdge(graph, a[depth], b[depth]);
    example.set(`${folder}/${a[depth]} ${folder}/${b[depth]}`, `${from} → ${file}`);
  }
  return [...graphs].flatMap(([folder, graph]) =>
    cyclesOf(graph)
      // Files only: told above.
      .filter((cycle) => !cycle.every((name) => /\.\w+$/.test(name)))
      .map((cycle) => {
        const edges = cycle.map((name, at) => `${folder}/${name} ${folder}/${cycle[(at + 1) % cycle.length]}`);
        const shown = edges.map((edge) => example.get(edge)).join(', ');
        return `folders in a circle in ${folder}: ${[...cycle, cycle[0]].join(' → ')} (${shown})`;
      }),
  );
}

function addEdge(graph: Map<string, Set<string>>, from: string, to: string): void {
  const found = graph.get(from);
  if (found === undefined) graph.set(from, new Set([to]));
  else found.add(to);
}
