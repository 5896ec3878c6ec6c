import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InputError } from './errors.ts';
import { shortened, shortenedMessage } from './shorten.ts';

test('short texts stay as they are, long ones keep their ends', () => {
  expect(shortened('plan.dxf')).toBe('plan.dxf');
  expect(shortened('a'.repeat(200))).toBe('a'.repeat(200));
  expect(shortened(`begin${'a'.repeat(300)}end`, 11)).toBe('begin…aaend');
  expect(shortenedMessage(`"${'a b '.repeat(1000)}z" is not a number`)).toMatch(
    /^"a b a[^]{190,197}z" is not a number$/,
  );
});

test('no text gets longer than asked for, and no character is torn', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 0, maxLength: 400 });
  fc.assert(
    fc.property(text, fc.integer({ min: 3, max: 300 }), (whole, most) => {
      const short = shortened(whole, most);
      expect(short.length).toBeLessThanOrEqual(Math.max(most, Math.min(most, whole.length)));
      expect(/\p{Cs}/u.test(short)).toBe(/\p{Cs}/u.test(whole));
    }),
  );
});

test('an error repeats 200 characters of a value at most, in each of its parts', () => {
  const value = fc
    .array(fc.constantFrom('Ж', 'Ж', 'Ж', 'Ж ', 'ЖЖЖЖЖЖЖ'), { minLength: 201, maxLength: 4000 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(value, (long) => {
      const { message } = new InputError(long, `"${long}" is not known`, `give "${long}" instead`);
      expect(message.length).toBeLessThan(700);
      expect(message).not.toMatch(/[Ж ]{201}/);
      expect(message).toMatch(/" is not known; give "Ж.*" instead$/s);
    }),
  );
});
