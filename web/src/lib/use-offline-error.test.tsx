import { renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError, ConnectionError } from './api-client.ts';
import { useOfflineError } from './use-offline-error.ts';

const cutOff = new ConnectionError(null);
const refused = new ApiError(404, '', 'Not Found');
const asking = { data: undefined, error: null };

beforeEach(() => hasWorker(true));
function hasWorker(has: boolean) {
  vi.stubGlobal('navigator', { serviceWorker: { controller: has ? {} : null } });
}

test('a connection error stays while the query is retried, until it is answered or fails for another reason', () => {
  type Asked = { data: unknown; error: Error | null };
  const { result, rerender } = renderHook((asked: Asked) => useOfflineError(asked), {
    initialProps: asking as Asked,
  });
  const after = (asked: Asked) => {
    rerender(asked);
    return result.current;
  };
  expect(result.current).toBeNull();
  expect(after({ data: undefined, error: cutOff })).toBe(cutOff);
  expect(after(asking)).toBe(cutOff);
  expect(after({ data: 'answer', error: null })).toBeNull();
  expect(after(asking)).toBeNull();
  expect(after({ data: undefined, error: cutOff })).toBe(cutOff);
  expect(after({ data: undefined, error: refused })).toBeNull();
  // What was kept of the answer itself is better than what the index knows.
  expect(after({ data: 'kept', error: cutOff })).toBeNull();
});

test('without a service worker there is nothing to show instead of the answer', () => {
  hasWorker(false);
  const { result } = renderHook(() => useOfflineError({ data: undefined, error: cutOff }));
  expect(result.current).toBeNull();
});
