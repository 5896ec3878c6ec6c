/** A queue that was seen counts as long as it is remembered, and not a second longer. */
import { expect, it } from 'vitest';
import { chooseAfter } from './remembered-queue.ts';

const MEMORY = 30;
/** Seconds before people forget from which on what they do is looked at. The queue is out of their sight up to a second before they are out of the hall. */
const BEFORE = 4;
const SECOND = 1;

it('people take the other exit until they have forgotten the queue', () => {
  const choices = [15, 18, 21, 24, 27, 30].flatMap((stay) => chooseAfter(stay, MEMORY, 1));
  const remembering = choices.filter(({ seconds }) => seconds > MEMORY - BEFORE && seconds < MEMORY - SECOND);
  const forgetting = choices.filter(({ seconds }) => seconds > MEMORY);
  expect(remembering.length).toBeGreaterThan(5);
  expect(forgetting.length).toBeGreaterThan(5);
  const share = (of: typeof choices) => of.filter(({ isDiverted }) => isDiverted).length / of.length;
  expect(share(remembering)).toBeGreaterThanOrEqual(0.8);
  expect(share(forgetting)).toBeLessThanOrEqual(0.05);
});

it('with a longer memory they still do', () => {
  const choices = chooseAfter(30, 120, 1);
  expect(choices.every(({ seconds }) => seconds > MEMORY)).toBe(true);
  expect(choices.filter(({ isDiverted }) => isDiverted).length / choices.length).toBeGreaterThanOrEqual(0.8);
});
