/** What tests of other packages use of the formats' tests: a DXF drawing from its parts. */
export { box, dxf, line } from './dxf-fixture.ts';
