import { describe, expect, it } from 'vitest';
import { scenarioOfPlace, sortFiles, wants } from './open-files.ts';

const file = (name: string, text = '') => ({ name, bytes: new TextEncoder().encode(text) });

describe('files dropped together', () => {
  it('a scenario takes the others along, in any order', () => {
    const place = file('hall.geojson', '{"type": "FeatureCollection"}');
    const scenario = file('evening.yaml', 'name: evening');
    for (const files of [
      [place, scenario],
      [scenario, place],
    ]) {
      expect(sortFiles(files)).toEqual({
        kind: 'scenario',
        text: 'name: evening',
        fileName: 'evening.yaml',
        files: [place],
      });
    }
  });

  it('JSON is a scenario where it has an environment, and a place where it is GeoJSON', () => {
    expect(sortFiles([file('a.json', '{"environment": {"walkable": []}}')]).kind).toBe('scenario');
    expect(sortFiles([file('a.json', '{"type": "FeatureCollection", "features": []}')]).kind).toBe('place');
    const both = '{"type": "FeatureCollection", "features": [{"properties": {"environment": 1}}]}';
    expect(sortFiles([file('a.json', both)]).kind).toBe('place');
  });

  it.each(['hall.dxf', 'hall.wkt', 'hall.GLB', 'hall.obj', 'hall'])('%s is a place', (name) => {
    expect(sortFiles([file(name)]).kind).toBe('place');
  });

  it.each(['a.parquet', 'a.csv', 'a.TXT', 'a.sqlite'])('%s is a recording', (name) => {
    expect(sortFiles([file(name)]).kind).toBe('recording');
  });

  it('none is nothing', () => {
    expect(sortFiles([]).kind).toBe('nothing');
  });
});

describe('a place without a scenario', () => {
  it('gets one that names it', () => {
    const made = scenarioOfPlace(file('my hall.v2.dxf'));
    expect(made).toMatchObject({ name: 'my hall.v2', environment: { file: 'my hall.v2.dxf' } });
    expect(wants(made, [file('my hall.v2.dxf')])).toBe(true);
    expect(wants(made, [file('other.dxf')])).toBe(false);
    expect(wants({ environment: { walkable: [] } }, [file('my hall.v2.dxf')])).toBe(false);
  });
});
