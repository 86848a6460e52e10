import { deepHealth } from '@contract/health.ts';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '#lib/api/api-client.ts';
import { adminKey, alwaysFresh } from '#dashboard/lib/admin-queries.ts';

/** The health of each component of the shop, refetched whenever the page is opened. */
export function useHealth() {
  return useQuery({
    ...alwaysFresh,
    queryKey: [adminKey, 'health'],
    queryFn: ({ signal }) => callApi(deepHealth, { signal }),
  });
}
