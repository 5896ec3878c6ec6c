/** How large a product is: all typed arrays that can be reached from it, each once. */

/** @param except what is not counted, nor what can be reached only through it */
export function bytesOf(product: unknown, except: readonly object[] = []): number {
  const seen = new Set<object>();
  for (const part of except) countInto(part, seen);
  return countInto(product, seen);
}

function countInto(product: unknown, seen: Set<object>): number {
  const waiting: unknown[] = [product];
  let bytes = 0;
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    if (ArrayBuffer.isView(value)) {
      // Views of one buffer are counted as their buffer, once.
      if (seen.has(value.buffer)) continue;
      seen.add(value.buffer);
      bytes += value.buffer.byteLength;
    } else for (const part of Object.values(value)) waiting.push(part);
  }
  return bytes;
}
