import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { browserState, decodeState, encodeState, forgetStates, tabState } from './stored-state.ts';

const parseText = (state: unknown) => (typeof state === 'string' ? state : null);

test('a state comes back as it was stored', () => {
  expect(decodeState(encodeState(2, 'typed'), 2, parseText)).toBe('typed');
});

test.each([
  ['nothing stored', null],
  ['half a text', '{"version":2,"sta'],
  ['another version', encodeState(1, 'typed')],
  ['no version', '{"state":"typed"}'],
  ['what its parser refuses', encodeState(2, 7)],
  ['null', 'null'],
])('reads %s as absent', (_, text) => {
  expect(decodeState(text, 2, parseText)).toBeNull();
});

describe.each([
  ['tab', tabState, 'sessionStorage'],
  ['browser', browserState, 'localStorage'],
] as const)('a state of a %s', (_, state, storage) => {
  const draft = state('draft', 1, parseText);
  beforeEach(() => {
    for (const name of ['sessionStorage', 'localStorage']) vi.stubGlobal(name, new KeptTexts());
  });
  afterEach(() => void vi.unstubAllGlobals());

  test('is there until it is deleted', () => {
    expect(draft.recall()).toBeNull();
    draft.remember('typed');
    expect(draft.recall()).toBe('typed');
    draft.forget();
    expect(draft.recall()).toBeNull();
  });

  test('is deleted for the next person at the computer, and nothing else is', () => {
    const other = state('other', 1, parseText);
    draft.remember('Ada Otieno');
    other.remember('0712 345 678');
    globalThis[storage].setItem('not-ours', 'x');
    forgetStates();
    expect(draft.recall()).toBeNull();
    expect(other.recall()).toBeNull();
    expect(globalThis[storage].getItem('not-ours')).toBe('x');
  });

  test('is absent where the browser forbids storage', () => {
    vi.unstubAllGlobals();
    draft.remember('typed');
    expect(draft.recall()).toBeNull();
    expect(forgetStates).not.toThrow();
  });
});

/** A stub of `Storage` whose keys are its own properties, as in a browser. */
class KeptTexts {
  [key: string]: unknown;
  getItem(key: string) {
    return this[key] ?? null;
  }
  setItem(key: string, value: string) {
    this[key] = value;
  }
  removeItem(key: string) {
    delete this[key];
  }
}
