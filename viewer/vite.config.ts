/**
 * The page as static files in viewer/dist: works from any web server, in any folder, and offline.
 */
import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/** Shared memory, and with it threads, needs these of the server. */
export const HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/**
 * Not for browsers, and behind imports that the page never makes: writing SQLite files, and glTF-Transform's reader of files on disk.
 * Both are cut off as unused; left outside, nothing of them is even looked at. viewer/test/build.test.ts sees that none is in the page.
 */
const NOT_OF_BROWSERS = ['node-sqlite3-wasm', /^node:/];

/** On a busy machine it would say which plugin takes its time. */
const ROLLDOWN = { external: NOT_OF_BROWSERS, checks: { bundlerTimings: false } };

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [svelte()],
  worker: { format: 'es', rolldownOptions: ROLLDOWN },
  build: {
    rolldownOptions: ROLLDOWN,
    target: 'es2023',
    chunkSizeWarningLimit: 2000,
    emptyOutDir: true,
  },
  server: { headers: HEADERS },
  logLevel: 'warn',
});
