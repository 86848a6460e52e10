import { deepHealth } from '@contract/health.ts';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { adminKey, alwaysFresh } from '../../lib/admin-queries.ts';

/** How each part of the shop is, asked anew whenever somebody comes to look. */
export function useHealth() {
  return useQuery({
    ...alwaysFresh,
    queryKey: [adminKey, 'health'],
    queryFn: ({ signal }) => callApi(deepHealth, { signal }),
  });
}
