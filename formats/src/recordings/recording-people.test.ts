import type { RecordedPerson } from '@foulee/engine';
import { parquetReadObjects } from 'hyparquet';
import { expect, it } from 'vitest';
import { createPeopleWriter, readPeople } from './recording.ts';

const PEOPLE: RecordedPerson[] = [
  {
    serial: 0,
    profile: 'adult',
    source: 'street, "north"',
    group: 0,
    goal: 'east or west',
    entered: 0.1,
    enteredX: 1.5,
    enteredY: -2,
    enteredLevel: 1,
    left: 12.3,
    leftX: 0.1 + 0.2,
    leftY: 1e-7,
    leftLevel: 0,
    exit: 'east',
  },
  {
    serial: 1,
    profile: 'child',
    source: null,
    group: null,
    goal: '',
    entered: 0,
    enteredX: 3,
    enteredY: 4,
    enteredLevel: 0,
    left: null,
    leftX: null,
    leftY: null,
    leftLevel: null,
    exit: null,
  },
];

it('is a table that SQL needs no quotes for, and comes back', async () => {
  const csv = (await createPeopleWriter('.csv'))(PEOPLE) as string;
  expect(csv.split('\n')[0]).toBe(
    'serial,profile,source,group_id,goal,enter_time,enter_x,enter_y,enter_level,exit_time,exit_x,exit_y,exit_level,exit_name',
  );
  expect(csv.split('\n')[2]).toBe('1,child,,,,0,3,4,0,,,,,');
  expect(await readPeople(new TextEncoder().encode(csv), 'run-people.csv')).toEqual(PEOPLE);
  const parquet = (await createPeopleWriter('.parquet'))(PEOPLE) as Uint8Array;
  expect(await readPeople(parquet, 'run-people.parquet')).toEqual(PEOPLE);
  const [first, second] = await parquetReadObjects({ file: parquet.slice().buffer });
  expect(first).toMatchObject({
    serial: 0,
    source: 'street, "north"',
    group_id: 0,
    exit_time: 12.3,
    exit_name: 'east',
  });
  expect(second).toMatchObject({ serial: 1, source: null, exit_time: null });
});

it('says what is no such table', async () => {
  const text = (content: string) => new TextEncoder().encode(content);
  await expect(readPeople(text('PAR1'), 'a.parquet')).rejects.toThrow(/no table that can be read/);
  await expect(readPeople(text('a,b\n1,2\n'), 'a.csv')).rejects.toThrow(/row 1 has serial null/);
  await expect(readPeople(text('serial,enter_time\n1,soon\n'), 'a.csv')).rejects.toThrow(/row 1 has enter_time NaN/);
});
