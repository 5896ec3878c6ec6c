#!/usr/bin/env node
// Starts the bundled command: Node 20 does not run TypeScript, so cli/src is bundled into cli/dist at install.
import { existsSync } from 'node:fs';

const bundle = new URL('../dist/foulee.js', import.meta.url);
if (existsSync(bundle)) {
  const { main, processTerminal } = await import(bundle.href);
  process.exitCode = await main(process.argv.slice(2), processTerminal());
} else {
  process.stderr.write('foulee: the command is not built yet; run npm install in the folder of the checkout\n');
  process.exitCode = 2;
}
