import { afterEach, beforeEach, expect, vi } from 'vitest';

let spoken: string[] = [];
let expected: Array<string | RegExp> = [];

/**
 * Says that the running test provokes this message on purpose. Every expected message must come, and any
 * other `console.error` fails the test: an error that nobody reads on a screen is read here.
 */
export function expectConsoleError(message: string | RegExp): void {
  expected.push(message);
}

beforeEach(() => {
  spoken = [];
  expected = [];
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    spoken.push(
      parts.map((part) => (part instanceof Error ? (part.stack ?? part.message) : String(part))).join(' '),
    );
  });
});

afterEach(() => {
  // vitest does so before the next test: the code beside the tests of the next file runs before that.
  vi.unstubAllGlobals();
  vi.mocked(console.error).mockRestore();
  const isExpected = (line: string) =>
    expected.some((message) => (typeof message === 'string' ? line.includes(message) : message.test(line)));
  expect(
    spoken.filter((line) => !isExpected(line)),
    'unexpected console.error',
  ).toEqual([]);
  const missing = expected.filter(
    (message) =>
      !spoken.some((line) => (typeof message === 'string' ? line.includes(message) : message.test(line))),
  );
  expect(missing, 'console.error that was expected and did not come').toEqual([]);
});
