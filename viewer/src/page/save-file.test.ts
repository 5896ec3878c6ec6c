import { afterEach, expect, test, vi } from 'vitest';
import { saveFile } from './save-file.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('what the browser refuses is said, with the name of the file', () => {
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    throw new Error('not allowed here');
  });
  expect(saveFile('a,b', 'table.csv')).toMatchObject({
    where: 'table.csv',
    what: 'could not be saved: not allowed here',
    remedy: expect.stringContaining('save again') as string,
  });
});

test('what is saved is no trouble', () => {
  const link = { click: vi.fn(), remove: vi.fn(), href: '', download: '' };
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  vi.stubGlobal('document', { createElement: () => link, body: { append: vi.fn() } });
  vi.stubGlobal('setTimeout', vi.fn());
  expect(saveFile('a,b', 'table.csv')).toBeUndefined();
  expect(link).toMatchObject({ href: 'blob:1', download: 'table.csv' });
  expect(link.click).toHaveBeenCalledOnce();
});
