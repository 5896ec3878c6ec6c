import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { nextRandom, seedRandom } from './random.ts';
import { sha256, sha256OfAscii } from './sha256.ts';

// FIPS 180-4 and NIST's examples.
it.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
  ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
])('gives the digests of the standard', (text, digest) => {
  expect(sha256OfAscii(text)).toBe(digest);
});

it('gives the digests of Node for any length', () => {
  const random = seedRandom(1);
  for (let length = 0; length < 300; length++) {
    const bytes = Uint8Array.from({ length }, () => Math.floor(256 * nextRandom(random)));
    expect(sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});
