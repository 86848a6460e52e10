import { getSecondFactor } from '@contract/second-factor.ts';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { adminKey } from '../../lib/admin-queries.ts';

export const secondFactorKey = (userId: string) => [adminKey, 'second-factor', userId];

/** The step that is missing before the dashboard opens. */
export function useSecondFactor(userId: string) {
  return useQuery({
    queryKey: secondFactorKey(userId),
    queryFn: ({ signal }) => callApi(getSecondFactor, { signal }),
    staleTime: Infinity,
  });
}
