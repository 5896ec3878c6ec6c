import { expect, it } from 'vitest';
import { rehearsal } from './rehearse.ts';

it('can be gone through, while its wall moves and its door is shut and opened', () => {
  const changes = rehearsal();
  // The door is opened again in the sixth.
  for (let k = 0; k < 7; k++) expect(changes.next().done).toBe(false);
});
