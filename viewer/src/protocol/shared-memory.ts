/** Can threads share memory here? The page's server must say so in its headers. */
export function canShareMemory(): boolean {
  return typeof SharedArrayBuffer !== 'undefined';
}
