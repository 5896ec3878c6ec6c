import { expect, it } from 'vitest';
import { rehearsal } from './rehearse.ts';

it('moves its wall again and again, and shuts and opens its door', () => {
  const changes = rehearsal();
  // The door is opened again in the sixth.
  for (let k = 0; k < 7; k++) expect(changes.next().done).toBe(false);
});
