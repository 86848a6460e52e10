import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { shopRelease } from './shop-release.ts';

/** A repository with a commit for each text of its only function; returns the hashes. */
function repository(...texts: string[]) {
  const root = mkdtempSync(join(tmpdir(), 'shop-repository-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
      cwd: root,
      encoding: 'utf8',
    }).trim();
  git('init', '--quiet');
  mkdirSync(join(root, 'supabase/functions/api'), { recursive: true });
  mkdirSync(join(root, 'supabase/migrations'));
  writeFileSync(join(root, 'supabase/migrations/20260101000000_first.sql'), 'select 1;');
  mkdirSync(join(root, 'node_modules'));
  writeFileSync(join(root, 'package-lock.json'), '{}');
  writeFileSync(join(root, '.gitignore'), 'node_modules\n');
  const commits = texts.map((text) => {
    writeFileSync(join(root, 'supabase/functions/api/index.ts'), `console.log('${text}');\n`);
    git('add', '.');
    git('commit', '--quiet', '--message', text);
    return git('rev-parse', 'HEAD');
  });
  return { root, commits, git };
}

test('a release of a tag is checked out beside the folder, and nothing of it stays', async () => {
  const { root, commits, git } = repository('one', 'two');
  git('tag', 'v1.0.0', commits[0] ?? '');
  const release = shopRelease(root);
  expect((await release.functions()).get('api')).toContain('console.log("two")');
  const earlier = release.at('refs/tags/v1.0.0');
  expect([earlier.commit, earlier.version]).toEqual([commits[0], 'v1.0.0']);
  const functions = await earlier.functions();
  earlier.remove();
  git('checkout', '--quiet', 'v1.0.0');
  expect(functions).toEqual(await shopRelease(root).functions());
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(readdirSync(join(root, 'node_modules'))).toEqual([]);
  expect(existsSync(earlier.root)).toBe(false);
  expect(() => release.at('refs/tags/v1.0.1')).toThrow(/^refs\/tags\/v1\.0\.1 could not be checked out: /);
});

test('a release is named by its tag, or by what stands between', () => {
  const { root, commits, git } = repository('one', 'two', 'three');
  const [first = '', second = '', third = ''] = commits;
  const isNamed = (name: string | RegExp) => expect(shopRelease(root).version).toMatch(name);
  isNamed(new RegExp(`^${third.slice(0, 7)}`));
  git('tag', 'v1.0.0', first);
  git('tag', 'other', second);
  isNamed(new RegExp(`^v1\\.0\\.0-2-g${third.slice(0, 7)}`));
  git('tag', 'v1.0.1', third);
  isNamed(/^v1\.0\.1$/);
  const release = shopRelease(root);
  expect([third, second, first].map((commit) => release.tagBefore(commit))).toEqual([
    'v1.0.0',
    'v1.0.0',
    undefined,
  ]);
  const isAfter = (...commits: [string, string]) => release.isAncestor(...commits);
  expect([isAfter(first, third), isAfter('v1.0.0', second), isAfter(second, second)]).toEqual([
    true,
    true,
    true,
  ]);
  expect([isAfter(third, first), isAfter('0'.repeat(40), third), isAfter('v9.0.0', third)]).toEqual([
    false,
    false,
    false,
  ]);
});

test('a folder that is no clone is an error in one sentence', () => {
  const root = mkdtempSync(join(tmpdir(), 'shop-no-repository-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  expect(() => shopRelease(root)).toThrow(
    'This folder is no clone of a git repository: a release is a commit.',
  );
});
