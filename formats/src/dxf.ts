import { InputError } from '@foulee/engine';

export function readDxf(_text: string, fileName: string, ..._rest: unknown[]): never {
  throw new InputError(fileName, 'DXF is not read yet', 'convert it to GeoJSON');
}
