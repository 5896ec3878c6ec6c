/**
 * What the tests of several packages share: finding a Chromium, the command and the page as users have them, folders that go
 * away, files that are hard to build, and the judge of a package's rooms. For tests and scripts only; it imports no other package of the workspace.
 */
export { type BitmapTown, makeBitmapTown } from './bitmap-town.ts';
export { findChromium, HOW_TO_GET_IT, THIS_SYSTEM } from './find-chromium.ts';
export { freshBundle, freshPage, launcher, type Outcome, runLauncher } from './command.ts';
export { greyPng } from './grey-png.ts';
export { HARD_PLACES, type HardPlace } from './hard-places.ts';
export { temporaryFolder } from './temporary-folder.ts';
export { judgeRooms } from './rooms/judge-rooms.ts';
export { readPackage } from './rooms/read-package.ts';
