import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { afterAll, expect, it } from 'vitest';
import { startChild } from './child-process.ts';
import { rotatingLog } from './rotating-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'shop-logs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const limits = { maxBytes: 100, keptFiles: 2 };
const read = (file: string) => readFileSync(file, 'utf8');
const filesOf = (file: string) =>
  readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => path.startsWith(file))
    .sort();

async function write(file: string, pieces: string[]): Promise<void> {
  const log = rotatingLog(file, limits);
  for (const piece of pieces) log.write(piece);
  log.end();
  await finished(log);
}

it('keeps the newest lines, complete and in order, in a few files of limited size', async () => {
  const file = join(folder, 'many.log');
  const lines = Array.from({ length: 200 }, (_, i) => `line ${i} of this log\n`);
  await write(file, lines);
  expect(filesOf(file)).toEqual([file, `${file}.1`, `${file}.2`]);
  for (const path of filesOf(file)) expect(statSync(path).size).toBeLessThan(100 + 30);
  const text = read(`${file}.2`) + read(`${file}.1`) + read(file);
  expect(text.length).toBeGreaterThan(200);
  expect(lines.join('')).toContain(text);
  expect(text.endsWith('line 199 of this log\n')).toBe(true);
});

it('a line that is written in pieces stays in one file', async () => {
  const file = join(folder, 'pieces.log');
  await write(file, ['x'.repeat(99), 'the end ', 'of this ', 'line\nthe next', ' line\n']);
  expect(read(`${file}.1`)).toBe(`${'x'.repeat(99)}the end of this line\n`);
  expect(read(file)).toBe('the next line\n');
});

it('appends to the existing file, and rotates it when it is full', async () => {
  const file = join(folder, 'again.log');
  writeFileSync(file, 'of yesterday\n');
  await write(file, ['of today\n']);
  expect(read(file)).toBe('of yesterday\nof today\n');
  writeFileSync(file, `${'y'.repeat(120)}\n`);
  await write(file, ['of tomorrow\n']);
  expect([read(file), read(`${file}.1`)]).toEqual(['of tomorrow\n', `${'y'.repeat(120)}\n`]);
});

it('continues when the file was deleted', async () => {
  const file = join(folder, 'tidied.log');
  const log = rotatingLog(file, limits);
  log.write(`${'z'.repeat(120)}\n`);
  rmSync(file);
  log.write('after that\n');
  log.end();
  await finished(log);
  expect(read(file)).toBe('after that\n');
});

it('the output of a process is rotated: six million bytes become two files', async () => {
  const file = join(folder, 'part.log');
  const program = `const line = 'x'.repeat(999) + '\\n'; for (let i = 0; i < 6000; i += 1) process.stdout.write(line);`;
  const child = startChild('a part', { command: process.execPath, args: ['-e', program], logFile: file });
  await child.crashed;
  const sizes = () => filesOf(file).map((path) => statSync(path).size);
  await expect.poll(() => sizes().reduce((sum, size) => sum + size, 0)).toBe(6_000_000);
  expect(sizes()).toHaveLength(2);
});
