import { InputError } from '@foulee/engine';

export async function readGlb(_file: unknown, fileName: string, ..._rest: unknown[]): Promise<never> {
  throw new InputError(fileName, 'glTF is not read yet', 'convert it to OBJ');
}
export const readGltf = readGlb;
