import { describe, expect, it } from 'vitest';
import { framesOf, readRecording, type Recording, runOf, untoldIn } from './recording.ts';

const HEAD = 'time,step,serial,x,y,level,vx,vy,radius';
const csv = (...rows: string[]) => readRecording(new TextEncoder().encode(`${[HEAD, ...rows].join('\n')}\n`), 'a.csv');

describe('what is known of a run', () => {
  it('is inferred from frames that are evenly spaced', async () => {
    const recording = await csv('0.2,4,1,0,0,0,0,0,0', '0.5,10,1,0,0,0,0,0,0', '0.8,16,1,0,0,0,0,0,0');
    const notes: string[] = [];
    expect(runOf(recording, 'x/my run.csv', false, notes)).toMatchObject({ name: 'my run', step: 0.05, every: 2 });
    expect(notes).toEqual([]);
  });

  it('an old recording of several levels: numbered, with a box each where an area is needed', async () => {
    const recording = await csv('0,0,1,5,5,0,0,0,0', '0,0,2,8,5,2,0,0,0', '0.1,1,2,9,5,2,0,0,0');
    const notes: string[] = [];
    const { levels } = runOf(recording, 'a.csv', true, notes);
    expect(levels).toEqual([
      { name: 'level 0', elevation: 0, walkableArea: 'POLYGON ((4 4, 6 4, 6 6, 4 6, 4 4))' },
      { name: 'level 1', elevation: 0, walkableArea: '' },
      { name: 'level 2', elevation: 0, walkableArea: 'POLYGON ((7 4, 10 4, 10 6, 7 6, 7 4))' },
    ]);
    expect(notes).toEqual(['the walkable area is not known: a box 1 m around everybody is written']);
  });

  it('refuses numbers that are no levels', async () => {
    const recording = await csv('0,0,1,5,5,1700000000,0,0,0');
    expect(() => runOf(recording, 'a.csv', false, [])).toThrow(/people on level 1700000000/);
  });
});

/** Of each frame; a frame is used again for the next. */
function velocitiesOf(recording: Recording): number[][] {
  const all: number[][] = [];
  for (const { velocity, count } of framesOf(recording)) all.push([...velocity.subarray(0, 2 * count)]);
  return all;
}

it('frames keep what the file tells, and it is known what they make up', async () => {
  const told = await csv('0,0,1,1,2,0,3,4,0.25', '0.1,1,1,1,2,0,5,6,0.25');
  expect(velocitiesOf(told)).toEqual([
    [3, 4],
    [5, 6],
  ]);
  expect(untoldIn(told)).toEqual({ velocities: false, radii: false });
  const text = '# framerate: 10\n# id frame x/m y/m z/m\n1 0 0 0 0\n1 1 0.1 0 0\n1 2 0.3 0 0\n2 2 9 9 0\n';
  const measured = await readRecording(new TextEncoder().encode(text), 'a.txt');
  expect(untoldIn(measured)).toEqual({ velocities: true, radii: true });
  const velocities = velocitiesOf(measured);
  // Over 0.2 s each way: the same two places for all; somebody who is seen once has no velocity.
  for (const [vx] of velocities) expect(vx).toBeCloseTo(1.5, 12);
  expect(velocities[2].slice(2)).toEqual([0, 0]);
});
