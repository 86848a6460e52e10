import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
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

test('the functions of an earlier commit are bundled as they were, and nothing of it stays', async () => {
  const { root, commits, git } = repository('one', 'two');
  const [first = ''] = commits;
  const release = shopRelease(root);
  expect((await release.functions()).get('api')).toContain('console.log("two")');
  const earlier = await release.functionsOf(first);
  git('checkout', '--quiet', first);
  expect(earlier).toEqual(await release.functions());
  expect(git('worktree', 'list').split('\n')).toHaveLength(1);
  expect(readdirSync(join(root, 'node_modules'))).toEqual([]);
});

test('a commit comes after itself and those before it, not after later or unknown ones', () => {
  const { root, commits, git } = repository('one', 'two', 'three');
  git('checkout', '--quiet', commits[1] ?? '');
  const release = shopRelease(root);
  expect(release.commit).toBe(commits[1]);
  expect([...commits, '0'.repeat(40)].map((commit) => release.descendsFrom(commit))).toEqual([
    true,
    true,
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
