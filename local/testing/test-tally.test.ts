import { expect, test } from 'vitest';
import { isGreen, sumOfTallies, tallyLine, tallyOf } from './test-tally.ts';

const file = (status: string, ...results: string[]) => ({
  status,
  assertionResults: results.map((result) => ({ status: result })),
});

test('passed and failed tests are counted, skipped ones are neither', () => {
  const report = {
    testResults: [file('failed', 'passed', 'failed', 'pending'), file('passed', 'passed', 'todo')],
  };
  expect(tallyOf(report, 1)).toEqual({ passed: 2, failed: 1 });
});

test('a file that does not load, or whose set-up fails, is one failed test', () => {
  const report = {
    testResults: [file('failed'), file('failed', 'pending', 'pending'), file('passed', 'passed')],
  };
  expect(tallyOf(report, 1)).toEqual({ passed: 1, failed: 2 });
});

test('a run that ends badly without a failed test is one failed test', () => {
  expect(tallyOf({ testResults: [file('passed', 'passed')] }, 1)).toEqual({ passed: 1, failed: 1 });
  expect(tallyOf(null, 1)).toEqual({ passed: 0, failed: 1 });
  expect(tallyOf(null, 0)).toEqual({ passed: 0, failed: 0 });
});

test('no test at all is not green', () => {
  expect(isGreen({ passed: 0, failed: 0 })).toBe(false);
  expect(isGreen({ passed: 1, failed: 0 })).toBe(true);
  expect(isGreen({ passed: 9, failed: 1 })).toBe(false);
});

test('the last line is the sum over all runs', () => {
  const sum = sumOfTallies({ passed: 3, failed: 0 }, { passed: 4, failed: 1 });
  expect(tallyLine(sum)).toBe('7 passed, 1 failed');
});
