/** A thread of Node that helps with the passes of a step, for tests: serves what it is invited to. */
import { parentPort } from 'node:worker_threads';
import { type Invitation, serve } from '../src/index.ts';

parentPort?.on('message', (invitation: Invitation) => serve(invitation));
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage('ready');
