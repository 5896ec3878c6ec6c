/** What scripts use of the page's tests: the cost of a picture, and a page without graphics. */
export { measureFrames, type Situation, stubGraphics } from './frame-cost.ts';
