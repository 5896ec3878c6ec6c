/**
 * A package's folder → its files of code, what each imports, and the packages it declares.
 * Paths are relative to the package's folder, with `/`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importsIn } from './imports.ts';

export interface Import {
  from: string;
  /** As written. */
  written: string;
  /** A path from the package's folder (it begins with `../` where it leaves it), or undefined for a package. */
  file: string | undefined;
}

export interface PackageSources {
  files: readonly string[];
  imports: readonly Import[];
  /** Packages that sources may import. */
  dependencies: readonly string[];
  /** Packages that tests and settings may import as well: its own for development, and those of the workspace. */
  devDependencies: readonly string[];
  /** Files that package.json exports. */
  entries: readonly string[];
}

interface Manifest {
  name: string;
  /** Folders of packages: only of the workspace. */
  workspaces?: readonly string[];
  exports?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

export const isCode = (file: string) => /\.(?:ts|js|mjs|svelte)$/.test(file);
/** Folders whose files nobody writes by hand. */
const MADE = /(?:^|\/)(?:node_modules|dist)(?:\/|$)/;

/**
 * @param home the folder of package.json. Scripts of the workspace have that of the workspace, and may import its packages
 */
export function readPackage(folder: URL, home = folder): PackageSources {
  const path = fileURLToPath(folder);
  const manifest = readManifest(home);
  const isWorkspace = manifest.workspaces !== undefined;
  const workspace = isWorkspace ? manifest : readManifest(new URL('..', home));
  const packages = (manifest.workspaces ?? []).map((name) => readManifest(new URL(`${name}/`, home)).name);
  const files = (readdirSync(path, { recursive: true }) as string[])
    .map((name) => name.split(sep).join('/'))
    .filter((name) => isCode(name) && !MADE.test(name))
    .sort();
  return {
    files,
    imports: files.flatMap((file) => importsOf(file, readFileSync(join(path, file), 'utf8'))),
    dependencies: Object.keys(manifest.dependencies ?? {}),
    devDependencies: [
      ...packages,
      ...Object.keys(manifest.devDependencies ?? {}),
      ...Object.keys(workspace.devDependencies ?? {}),
    ],
    entries: Object.values(manifest.exports ?? {}).map((entry) => posix.normalize(entry)),
  };
}

/** What a text at this path imports. */
export function importsOf(from: string, text: string): Import[] {
  return importsIn(text, from.endsWith('.svelte')).map((written) => ({
    from,
    written,
    file: written.startsWith('.') ? posix.join(posix.dirname(from), written.replace(/\?.*$/, '')) : undefined,
  }));
}

function readManifest(folder: URL): Manifest {
  return JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as Manifest;
}
