/** What is said where nothing can be drawn. All else works: opening, running, measuring, saving. */
import type { Trouble } from '../protocol/protocol.ts';

export const NO_SCENE: Trouble = {
  where: 'Nothing can be drawn:',
  what: 'this browser gives the page no WebGL 2, which scenes, pictures and videos need; opening, running, measuring and saving work',
  remedy:
    'turn on hardware acceleration in the settings of the browser, update it or the graphics driver, or use another browser',
};

export const SCENE_LOST: Trouble = {
  where: 'The picture was lost:',
  what: 'the graphics card was taken away, as when it is reset or the machine was asleep; all else goes on',
  remedy: 'wait for it to come back by itself; if it does not, save and reload the page',
};
