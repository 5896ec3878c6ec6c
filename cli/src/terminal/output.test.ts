import { expect, test } from 'vitest';
import { byteSize, counted, duration, jsonText, plainText, squareMetres, whole } from './output.ts';

test('plain text is one line that a terminal does not act upon', () => {
  expect(plainText('a\u001b[2J\r\nb\u009bc\u202ed\u0000')).toBe('a [2J b c d');
  expect(plainText('  Gare de l’Est – Σ 駅  ')).toBe('Gare de l’Est – Σ 駅');
});

test('JSON keeps every character and prints none that a terminal acts upon', () => {
  const value = { name: 'a\u001b\u007f\u009b\u2028\u202eb\n', list: [1, 2] };
  const text = jsonText(value);
  expect(JSON.parse(text)).toEqual(value);
  expect(text).not.toMatch(/[\u2028\u202e]|[^\P{Cc}\n]/u);
});

test('numbers for people', () => {
  expect([whole(1234567), squareMetres(0.25), squareMetres(85.04), squareMetres(62975.4)]).toEqual([
    '1,234,567',
    '0.250 m²',
    '85.0 m²',
    '62,975 m²',
  ]);
  expect([duration(0.2), duration(950), duration(12_340)]).toEqual(['1 ms', '950 ms', '12.3 s']);
  expect([byteSize(1), byteSize(131_000), byteSize(5_930_000)]).toEqual(['1 kB', '131 kB', '5.9 MB']);
  expect([counted(1, 'cell'), counted(0, 'cell'), counted(2000, 'cell')]).toEqual(['1 cell', '0 cells', '2,000 cells']);
});
