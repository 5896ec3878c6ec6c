/** The units of a DXF drawing ($INSUNITS of its header) in metres; those that nobody draws buildings in are not listed. */
const UNITS: { readonly [code: number]: readonly [name: string, metres: number] } = {
  1: ['inches', 0.0254],
  2: ['feet', 0.3048],
  3: ['miles', 1609.344],
  4: ['millimetres', 0.001],
  5: ['centimetres', 0.01],
  6: ['metres', 1],
  7: ['kilometres', 1000],
  8: ['microinches', 2.54e-8],
  9: ['mils', 2.54e-5],
  10: ['yards', 0.9144],
  13: ['micrometres', 1e-6],
  14: ['decimetres', 0.1],
  15: ['decametres', 10],
  16: ['hectometres', 100],
  21: ['US survey feet', 1200 / 3937],
  22: ['US survey inches', 100 / 3937],
  23: ['US survey yards', 3600 / 3937],
  24: ['US survey miles', 6336000 / 3937],
};

/** Name and metres of a unit; undefined where the header says none, or one that is not listed. */
export function unitOf(code: number): { name: string; metres: number } | undefined {
  const unit = UNITS[code];
  return unit === undefined ? undefined : { name: unit[0], metres: unit[1] };
}
