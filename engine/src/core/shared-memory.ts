/** Memory that threads can share, where there is such a thing; else plain memory. Zeroed. */
export function sharedMemory(bytes: number): ArrayBuffer | SharedArrayBuffer {
  return typeof SharedArrayBuffer === 'undefined' ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes);
}
