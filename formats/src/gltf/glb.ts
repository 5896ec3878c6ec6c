/**
 * A .glb container to its JSON and its binary part (glTF 2.0 §4.4). Unknown parts are skipped, as the format demands.
 * Cost: linear.
 */
import { InputError } from '@foulee/engine';
import { decodeText } from '../input/decode-text.ts';
import { parseJson } from '../input/json-text.ts';

export function openGlb(bytes: Uint8Array, fileName: string): { json: unknown; binary: Uint8Array | undefined } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const damaged = (what: string): InputError => new InputError(fileName, what, 'export the file again');
  if (bytes.length < 20) throw damaged('is cut off within its header');
  const version = view.getUint32(4, true);
  if (version !== 2) throw damaged(`is glTF version ${version}, only version 2 is read`);
  let json: unknown;
  let binary: Uint8Array | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const length = view.getUint32(at, true);
    const type = view.getUint32(at + 4, true);
    if (at + 8 + length > bytes.length)
      throw damaged(`is cut off: a part of ${length} bytes has ${bytes.length - at - 8}`);
    const chunk = bytes.subarray(at + 8, at + 8 + length);
    if (type === 0x4e4f534a && json === undefined) json = parseJson(decodeText(chunk, fileName), fileName);
    else if (type === 0x004e4942 && binary === undefined) binary = chunk;
    at += 8 + length;
  }
  if (json === undefined) throw damaged('has no JSON part');
  return { json, binary };
}
