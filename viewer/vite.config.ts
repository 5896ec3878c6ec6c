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

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [svelte()],
  worker: { format: 'es' },
  build: { target: 'es2023', chunkSizeWarningLimit: 2000, emptyOutDir: true },
  server: { headers: HEADERS },
  logLevel: 'warn',
});
