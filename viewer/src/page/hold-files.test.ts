import { expect, test } from 'vitest';
import { droppedOf, holdFiles } from './hold-files.ts';

const PLAN = new File(['POLYGON'], 'hall.wkt');
/** As browsers give a folder, or a file that is gone. */
const unreadable = (name: string) =>
  Object.assign(new File([], name), { arrayBuffer: () => Promise.reject(new Error('it was not found.')) });
const held = [{ name: 'hall.wkt', bytes: new TextEncoder().encode('POLYGON') }];

test('files are read; a folder among them is left out, and it is said what to do', async () => {
  const item = (name: string, isDirectory: boolean) => ({ webkitGetAsEntry: () => ({ name, isDirectory }) });
  const dropped = droppedOf({
    files: [PLAN, unreadable('plans')],
    items: [item('hall.wkt', false), item('plans', true), { webkitGetAsEntry: () => null }],
  } as unknown as DataTransfer);
  expect(await holdFiles(dropped)).toEqual({
    files: held,
    leftOut: [{ name: 'plans', why: 'it is a folder; drop the files in it' }],
  });
  await expect(holdFiles({ ...dropped, files: [unreadable('plans')] })).rejects.toThrow(
    'plans is a folder: drop the files in it',
  );
});

test('what cannot be read is said with why', async () => {
  await expect(holdFiles({ files: [unreadable('gone.wkt')] })).rejects.toThrow(
    /^gone\.wkt could not be read: it was not found: check that it is still there/,
  );
  const { files, leftOut } = await holdFiles({ files: [unreadable('gone.wkt'), PLAN] });
  expect(files).toEqual(held);
  expect(leftOut).toMatchObject([{ name: 'gone.wkt' }]);
});

test('text that is dropped is no file', async () => {
  await expect(holdFiles(droppedOf(null))).rejects.toThrow(/^What was dropped is no file: drop a plan/);
});
