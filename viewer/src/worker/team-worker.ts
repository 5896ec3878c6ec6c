/** A thread that helps with the passes of a step (engine/src/simulation/team.ts): hears of what to work on, and works until it is dismissed. */
import { type Invitation, serve } from '@foulee/engine';

globalThis.addEventListener('message', ({ data }: MessageEvent<Invitation>) => serve(data));
