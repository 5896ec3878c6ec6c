import { mount } from 'svelte';
import App from './App.svelte';
import { page } from './page/page.svelte.ts';

declare global {
  /** What the panels read and the acts they call, for the tests (viewer/test) and for the curious at the console. */
  var foulee: { page: typeof page };
}

globalThis.foulee = { page };
mount(App, { target: document.getElementById('page')! });
