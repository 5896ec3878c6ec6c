/**
 * `npm start`: on a fresh clone, install what is missing and build; then the page, with a station hall full of people, in the browser.
 * Arguments go to `foulee view`: `npm start -- --port 8080`. Ctrl-C ends it.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, root } from './prepare.mjs';

await prepare();
const { main, processTerminal } = await import(pathToFileURL(join(root, 'cli', 'dist', 'foulee.js')).href);
// The page itself begins with the hall, a minute after the first train: full of people.
process.exitCode = await main(['view', '--open', ...process.argv.slice(2)], processTerminal());
