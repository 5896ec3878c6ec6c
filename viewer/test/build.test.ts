/** The built page: static files that name nothing outside themselves, and hold nothing that browsers cannot run. */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { freshPage } from '@foulee/testing';
import { beforeAll, expect, it } from 'vitest';
import { DIST } from './browser.ts';

beforeAll(freshPage);

const filesOf = (ending: string) =>
  readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter((name) => extname(name) === ending);

it('is found from any folder: all addresses in it are relative', () => {
  const html = readFileSync(join(DIST, 'index.html'), 'utf8');
  const addresses = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address!);
  expect(addresses.length).toBeGreaterThanOrEqual(3);
  for (const address of addresses) expect(address).toMatch(/^\.\//);
  // Scripts and styles within the page would need a looser policy.
  expect(html).not.toMatch(/<style|<script(?![^>]*src=)/);
});

it('imports nothing of Node, nor what writes databases', () => {
  const scripts = filesOf('.js');
  expect(scripts.length).toBeGreaterThan(3);
  for (const name of scripts) {
    const text = readFileSync(join(DIST, name), 'utf8');
    expect(text, name).not.toMatch(/(?:import|from|require)\s*\(?\s*["'`](?:node:|node-sqlite3-wasm)/);
    expect(text, name).not.toMatch(/\beval\(|new Function\(/);
  }
});

it('has names that the server serves', () => {
  for (const name of readdirSync(DIST, { recursive: true, encoding: 'utf8' })) {
    expect(name.replaceAll('\\', '/')).toMatch(/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/);
  }
});
