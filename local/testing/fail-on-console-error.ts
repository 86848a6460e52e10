import { afterEach, beforeEach, expect, vi } from 'vitest';

let logged: string[] = [];
let expected: Array<string | RegExp> = [];

/**
 * Declares that the running test provokes this message. Every expected message must be logged, and any other
 * `console.error` fails the test.
 */
export function expectConsoleError(message: string | RegExp): void {
  expected.push(message);
}

beforeEach(() => {
  logged = [];
  expected = [];
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    logged.push(
      parts.map((part) => (part instanceof Error ? (part.stack ?? part.message) : String(part))).join(' '),
    );
  });
});

afterEach(() => {
  // vitest does so only before the next test, after the top-level code of the next file.
  vi.unstubAllGlobals();
  // vitest never does: a stopped clock would be that of the next file too.
  vi.useRealTimers();
  vi.mocked(console.error).mockRestore();
  const isExpected = (line: string) =>
    expected.some((message) => (typeof message === 'string' ? line.includes(message) : message.test(line)));
  expect(
    logged.filter((line) => !isExpected(line)),
    'unexpected console.error',
  ).toEqual([]);
  const missing = expected.filter(
    (message) =>
      !logged.some((line) => (typeof message === 'string' ? line.includes(message) : message.test(line))),
  );
  expect(missing, 'expected console.error that was not logged').toEqual([]);
});
