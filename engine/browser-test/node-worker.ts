/** A thread of Node that helps with the passes of a step, for tests: serves what it is invited to. */
import { parentPort } from 'node:worker_threads';
import { type Invitation, serve } from '../src/index.ts';
import { MODELS } from '../src/walkers/models.ts';
import { STRAIGHT } from '../test/straight-model.ts';

parentPort?.on('message', (invitation: Invitation) => serve(invitation, [...MODELS, STRAIGHT]));
parentPort?.postMessage('ready');
