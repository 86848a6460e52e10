import { renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError, ConnectionError } from './api-client.ts';
import { useOfflineError } from './use-offline-error.ts';

const cutOff = new ConnectionError(null);
const refused = new ApiError(404, '', 'Not Found');
const fetching = { data: undefined, error: null };

beforeEach(() => hasWorker(true));
function hasWorker(has: boolean) {
  vi.stubGlobal('navigator', { serviceWorker: { controller: has ? {} : null } });
}

test('a connection error stays while the query is retried, until it succeeds or fails for another reason', () => {
  type QueryState = { data: unknown; error: Error | null };
  const { result, rerender } = renderHook((query: QueryState) => useOfflineError(query), {
    initialProps: fetching as QueryState,
  });
  const after = (query: QueryState) => {
    rerender(query);
    return result.current;
  };
  expect(result.current).toBeNull();
  expect(after({ data: undefined, error: cutOff })).toBe(cutOff);
  expect(after(fetching)).toBe(cutOff);
  expect(after({ data: 'fetched', error: null })).toBeNull();
  expect(after(fetching)).toBeNull();
  expect(after({ data: undefined, error: cutOff })).toBe(cutOff);
  expect(after({ data: undefined, error: refused })).toBeNull();
  // Stored data of the query itself is better than what the index has.
  expect(after({ data: 'stored', error: cutOff })).toBeNull();
});

test('without a service worker there is nothing to show instead of the data', () => {
  hasWorker(false);
  const { result } = renderHook(() => useOfflineError({ data: undefined, error: cutOff }));
  expect(result.current).toBeNull();
});
