import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { hydrateQueries } from './prerendered-queries.ts';
import { createQueryClient } from './query-client.ts';

test('data that came with a page is shown with its age, and refetched once', async () => {
  const queryClient = createQueryClient();
  hydrateQueries(queryClient, [{ key: ['price'], data: 100, at: 1000 }]);
  let fetches = 0;
  const observer = new QueryObserver(queryClient, {
    queryKey: ['price'],
    queryFn: () => Promise.resolve(100 + ++fetches),
  });
  expect(observer.getCurrentResult()).toMatchObject({ data: 100, dataUpdatedAt: 1000 });
  const stop = observer.subscribe(() => {});
  await expect.poll(() => observer.getCurrentResult().data).toBe(101);
  stop();
  observer.subscribe(() => {});
  expect([fetches, queryClient.isFetching()]).toEqual([1, 0]);
  queryClient.clear();
});
