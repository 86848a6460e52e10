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

/** They hold single files beside the folders that are listed. */
const parents = new Set([
  'docs',
  'local',
  'supabase',
  'supabase/functions',
  'supabase/functions/_shared',
  'web',
  'web/src',
]);

test('the README lists every folder, or a folder that it is in', () => {
  const isListed = (folder: string) => listed.some((one) => folder === one || folder.startsWith(`${one}/`));
  expect([...folders].filter((folder) => !parents.has(folder) && !isListed(folder))).toEqual([]);
});

test('every folder that the README lists exists', () => {
  const exists = (one: string) =>
    [...folders].some((folder) => folder === one || folder.startsWith(`${one}/`));
  expect(listed.length).toBeGreaterThan(20);
  expect(listed.filter((one) => !exists(one))).toEqual([]);
});

test('none of them is so wide that it hides the others', () => {
  expect(listed.filter((one) => parents.has(one))).toEqual([]);
});
