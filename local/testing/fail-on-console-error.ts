import { afterEach, beforeEach, expect, vi } from 'vitest';

let logged: string[] = [];

beforeEach(() => {
  logged = [];
  vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
    logged.push(
      parts.map((part) => (part instanceof Error ? (part.stack ?? part.message) : String(part))).join(' '),
    );
  });
});

/** A test that provokes a message mocks `console.error` itself; any other message fails it. */
afterEach(() => {
  // vitest does so only before the next test, after the top-level code of the next file.
  vi.unstubAllGlobals();
  // vitest never does: a stopped clock would be that of the next file too.
  vi.useRealTimers();
  vi.mocked(console.error).mockRestore();
  expect(logged, 'unexpected console.error').toEqual([]);
});
