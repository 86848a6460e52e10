import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { addRun, isGreen } from './test-tally.ts';

const file = (isGood: boolean, ...states: string[]) => ({ isGood, states });
const tallyOf = (...run: [files: ReturnType<typeof file>[], isGood: boolean]) => {
  const tally = { passed: 3, failed: 0 };
  addRun(tally, ...run);
  return tally;
};

test('passed and failed tests are added, skipped ones are neither', () => {
  const files = [file(false, 'passed', 'failed', 'skipped'), file(true, 'passed', 'skipped')];
  expect(tallyOf(files, false)).toEqual({ passed: 5, failed: 1 });
});

test('a file that does not load, or whose set-up fails, is one failed test', () => {
  const files = [file(false), file(false, 'pending', 'pending'), file(true, 'passed')];
  expect(tallyOf(files, false)).toEqual({ passed: 4, failed: 2 });
});

test('a run that fails without a failed test is one failed test', () => {
  expect(tallyOf([file(true, 'passed', 'passed')], false)).toEqual({ passed: 5, failed: 1 });
  expect(tallyOf([], false)).toEqual({ passed: 3, failed: 1 });
  expect(tallyOf([], true)).toEqual({ passed: 3, failed: 0 });
});

test('a run without tests is not green', () => {
  expect(isGreen({ passed: 0, failed: 0 })).toBe(false);
  expect(isGreen({ passed: 1, failed: 0 })).toBe(true);
  expect(isGreen({ passed: 9, failed: 1 })).toBe(false);
});

test.each([
  ['tally.passed = 7', '7 passed, 0 failed', 0],
  ['tally.passed = 7; tally.failed = 1', '7 passed, 1 failed', 1],
  [
    'tally.passed = 7; process.kill(process.pid, "SIGTERM"); setTimeout(() => {}, 20000)',
    '7 passed, 1 failed',
    1,
  ],
  ['throw new Error("broken")', '0 passed, 0 failed', 1],
])('a process that does %s ends with the line %s and the code %i', (script, line, code) => {
  const source = `import('./local/testing/test-tally.ts').then(({ tallyOfProcess }) => { const tally = tallyOfProcess(); ${script} })`;
  const { stdout, status } = spawnSync(process.execPath, ['--import', 'tsx', '--eval', source], {
    encoding: 'utf8',
  });
  expect(stdout.trim().split('\n').at(-1)).toBe(line);
  expect(status).toBe(code);
});
