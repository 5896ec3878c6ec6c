/**
 * Texts of any length → texts for messages, cut in the middle: "aaaa…zzzz". The beginning and the end of a name or path say
 * most of it.
 */

/** Characters of one value that a message repeats at most. */
const MOST_OF_A_VALUE = 200;
/** Characters of a sentence, with all its values. Our own words have fewer. */
const MOST_OF_A_SENTENCE = 600;

export function shortened(text: string, most = MOST_OF_A_VALUE): string {
  if (text.length <= most) return text;
  const head = most >> 1;
  const tail = text.length - (most - head - 1);
  // Not between the halves of a surrogate pair.
  const isPair = (at: number) => (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
  return `${text.slice(0, isPair(head) ? head - 1 : head)}…${text.slice(isPair(tail) ? tail + 1 : tail)}`;
}

/** A long value in quotes, or without a space. */
const LONG_VALUE = new RegExp(`"[^"]{${MOST_OF_A_VALUE - 1},}"|\\S{${MOST_OF_A_VALUE + 1},}`, 'g');

/** A sentence that repeats values of any length. Where they stand neither in quotes nor alone, shorten them before. */
export function shortenedMessage(text: string): string {
  if (text.length <= MOST_OF_A_VALUE) return text;
  // First the whole, so that a megabyte is not searched.
  const short = shortened(text, 4 * MOST_OF_A_SENTENCE).replace(LONG_VALUE, (value) => shortened(value));
  return shortened(short, MOST_OF_A_SENTENCE);
}
