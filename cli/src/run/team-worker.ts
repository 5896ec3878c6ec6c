/** A thread that helps with the passes of a step (engine/src/simulation/team.ts). The bundle holds it as a file of its own beside the command. */
import { parentPort } from 'node:worker_threads';
import { type Invitation, serve } from '@foulee/engine';

parentPort?.on('message', (invitation: Invitation) => serve(invitation));
