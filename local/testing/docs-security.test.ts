import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { titlesIn } from './titles-in.ts';

const page = readFileSync('docs/security.md', 'utf8');

type Row = { number: string; level: string; how: string; proof: string };

const rows: Row[] = page
  .split('\n')
  .map((line) => /^\| (\d+\.\d+\.\d+) \| ([12]) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$/.exec(line))
  .filter((match) => match !== null)
  .map(([, number = '', level = '', how = '', proof = '']) => ({ number, level, how, proof }));

const isOpen = ({ how }: Row) => how.startsWith('**Open.** ');
const isNotApplicable = ({ how }: Row) => how.startsWith('Not applicable: ');

/** How many requirements of level 1 and 2 each chapter of ASVS 5.0.0 has. */
const chapters = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

test('every requirement of level 1 and 2 has one row', () => {
  const counted = chapters.map((_, i) => rows.filter(({ number }) => number.startsWith(`${i + 1}.`)).length);
  expect(counted).toEqual(chapters);
  expect(new Set(rows.map(({ number }) => number)).size).toBe(253);
});

test('a requirement that is not applicable or open gives the reason', () => {
  const withoutReason = rows.filter(
    (row) => (isOpen(row) && row.how.length < 50) || (isNotApplicable(row) && row.how.length < 24),
  );
  expect(withoutReason).toEqual([]);
});

test('the figures at the top match the rows', () => {
  const open = rows.filter(isOpen);
  const missing = rows.filter(isNotApplicable);
  const met = rows.length - open.length - missing.length;
  expect(page).toContain(`${met} met, ${missing.length} not applicable, ${open.length} open.`);
  const list = /\*\*Open:\*\* (.+?)\. /.exec(page)?.[1] ?? '';
  expect(list.split(', ').filter(Boolean)).toEqual(open.map(({ number }) => number));
});

test('every other row names a test or file that exists', () => {
  const wrong: string[] = [];
  for (const row of rows.filter((one) => !isOpen(one) && !isNotApplicable(one))) {
    const [, file = '', title] = /^`([^`]+)`(?:: (.+))?$/.exec(row.proof) ?? [];
    if (!existsSync(file)) wrong.push(`${row.number}: ${row.proof}`);
    else if (title && !titlesIn(file).has(title)) wrong.push(`${row.number}: ${file} has no test "${title}"`);
  }
  expect(wrong).toEqual([]);
});
