import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { titlesIn } from './titles-in.ts';

const page = readFileSync('docs/specification.md', 'utf8');

type Row = { statement: string; livesIn: string; proofs: { file: string; title: string }[] };

/** The rows of all tables. A proof is a file in backticks, a colon and a title, up to the next line of the cell. */
const rows: Row[] = page
  .split('\n')
  .map((line) => /^\| (.+?) +\| `([^`]+)` +\| (.+?) +\|$/.exec(line))
  .filter((match) => match !== null)
  .map(([, statement = '', livesIn = '', proofs = '']) => ({
    statement,
    livesIn,
    proofs: proofs
      .split('<br>')
      .map((proof) => /^`([^`]+)`: (.+)$/.exec(proof.trim()))
      .filter((match) => match !== null)
      .map(([, file = '', title = '']) => ({
        file,
        title: title.replaceAll('\\_', '_').replaceAll('\\*', '*'),
      })),
  }));

test('every line of the tables can be parsed', () => {
  const lines = page.split('\n').filter((line) => line.startsWith('| ') && !/^\| (Statement|-+) /.test(line));
  expect(rows.length).toBe(lines.length);
  expect(rows.length).toBeGreaterThan(150);
});

test('every statement has a proof', () => {
  expect(rows.filter(({ proofs }) => proofs.length === 0).map(({ statement }) => statement)).toEqual([]);
});

test('every file that a statement lives in exists', () => {
  const missing = rows.filter(({ livesIn }) => !existsSync(livesIn)).map(({ livesIn }) => livesIn);
  expect(missing).toEqual([]);
});

test('every quoted test exists, by its file and its title', () => {
  const titles = new Map<string, Set<string>>();
  const missing: string[] = [];
  for (const { file, title } of rows.flatMap(({ proofs }) => proofs)) {
    if (!existsSync(file)) missing.push(`${file} does not exist`);
    else {
      if (!titles.has(file)) titles.set(file, titlesIn(file));
      if (!titles.get(file)?.has(title)) missing.push(`${file} has no test "${title}"`);
    }
  }
  expect([...new Set(missing)]).toEqual([]);
});

test('every decision has its own number, in its name and its title', () => {
  const names = readdirSync('docs/decisions');
  const numbers = names.map((name) => Number(name.slice(0, 4)));
  expect(new Set(numbers).size).toBe(numbers.length);
  const titled = names.filter((name) =>
    readFileSync(`docs/decisions/${name}`, 'utf8').startsWith(`# ${Number(name.slice(0, 4))}. `),
  );
  expect(titled).toEqual(names);
});
