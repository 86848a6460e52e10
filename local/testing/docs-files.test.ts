import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Per table row of a page: its cells. */
const rowsOf = (page: string) =>
  readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .map((line) => line.slice(2, -2).split(' | '));

const filesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file);

test('every statement of the specification names tests that exist', () => {
  const rows = rowsOf('docs/specification.md').filter(([statement]) => statement !== 'Statement');
  expect(rows.length).toBeGreaterThan(150);
  expect(rows.filter(([, tests]) => filesIn(tests).length === 0)).toEqual([]);
  expect(rows.flatMap(([, tests]) => filesIn(tests)).filter((file) => !existsSync(file))).toEqual([]);
});

test('every security requirement of level 1 and 2 is met by a file that exists, or does not apply', () => {
  const rows = rowsOf('docs/security.md').filter(([number = '']) => /^\d+\.\d+\.\d+$/.test(number));
  expect(new Set(rows.map(([number]) => number)).size).toBe(253);
  const unproved = rows.filter(([, , , how = '', proof]) => {
    const [file] = filesIn(proof);
    return file === undefined ? !how.startsWith('Not applicable: ') : !existsSync(file);
  });
  expect(unproved).toEqual([]);
});

test('every decision has its own number', () => {
  const numbers = readdirSync('docs/decisions').map((name) => /^\d{4}/.exec(name)?.[0]);
  expect(new Set(numbers).size).toBe(numbers.length);
});
