import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';

/** The folders in the first column of the README's table of folders. */
const listed = readFileSync('README.md', 'utf8')
  .split('\n')
  .map((line) => /^\| `([^`]+)` +\| [a-z]/.exec(line)?.[1] ?? '')
  .filter((cell) => cell !== '' && !cell.startsWith('npm '));

const folders = new Set(
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file.includes('/'))
    .map((file) => dirname(file)),
);

/** Folders with single files beside listed folders. */
const parents = new Set([
  'docs',
  'local',
  'supabase',
  'supabase/functions',
  'supabase/functions/_shared',
  'web',
  'web/src',
]);

test('the README lists every folder or one of its parents', () => {
  const isListed = (folder: string) => listed.some((one) => folder === one || folder.startsWith(`${one}/`));
  expect([...folders].filter((folder) => !parents.has(folder) && !isListed(folder))).toEqual([]);
});

test('every folder that the README lists exists', () => {
  const exists = (one: string) =>
    [...folders].some((folder) => folder === one || folder.startsWith(`${one}/`));
  expect(listed.length).toBeGreaterThan(20);
  expect(listed.filter((one) => !exists(one))).toEqual([]);
});

test('no parent folder is listed as a whole', () => {
  expect(listed.filter((one) => parents.has(one))).toEqual([]);
});
