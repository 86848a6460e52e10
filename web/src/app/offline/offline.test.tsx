import { QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ConnectionError } from '#lib/api/api-client.ts';
import { createQueryClient } from '../query-client.ts';
import { enableOfflineUse } from './offline.ts';

test('a page that is opened offline asks again at once when the browser is online', async () => {
  vi.useFakeTimers();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  vi.stubGlobal(
    'navigator',
    Object.assign(navigator, { serviceWorker: { register: () => Promise.resolve() } }),
  );
  const queryClient = createQueryClient();
  queryClient.mount();
  const queryFn = vi.fn(() => Promise.reject(new ConnectionError(null)));
  const unsubscribe = new QueryObserver(queryClient, { queryKey: ['shelf'], queryFn }).subscribe(() => {});
  onTestFinished(() => {
    unsubscribe();
    queryClient.unmount();
    vi.useRealTimers();
  });
  await enableOfflineUse(queryClient);
  await vi.advanceTimersByTimeAsync(0);
  expect(queryFn).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(queryFn).toHaveBeenCalledTimes(2);
});
