import { execFileSync } from 'node:child_process';

/** Tests of a running shop import next to nothing of it: what was changed, and the tests that reach it instead. */
const reached: readonly (readonly [changed: RegExp, tests: RegExp])[] = [
  [/^supabase\/(?!tests\/)/, /^supabase\/tests\/(database|api|proofs)\//],
  [/^web\/(?!e2e\/)/, /^web\/e2e\//],
  [/^local\/(?!tests\/)/, /^(supabase\/tests|web\/e2e|local\/tests)\//],
];

const isTest = (file: string) => /\.(test|night)\.tsx?$/.test(file);

/** The changed files, and the tests that reach one of them without importing it. */
export function withTestsThatReach(changed: readonly string[], files: readonly string[]): string[] {
  const sources = changed.filter((file) => !isTest(file));
  const areReached = reached.filter(([folder]) => sources.some((file) => folder.test(file)));
  return [
    ...changed,
    ...files.filter((file) => isTest(file) && areReached.some(([, tests]) => tests.test(file))),
  ];
}

/** What `npm test -- --changed <since>` takes for changed; vitest adds the tests that import it. */
export const changedFiles = {
  findChangedFiles: async ({ changedSince }: { changedSince?: string | boolean }) => {
    const git = (...args: string[]) =>
      execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
    const since = typeof changedSince === 'string' ? changedSince : 'HEAD';
    const untracked = git('ls-files', '--others', '--exclude-standard');
    const changed = [...git('diff', '--name-only', '--merge-base', since), ...untracked];
    return withTestsThatReach(changed, [...git('ls-files'), ...untracked]);
  },
};
