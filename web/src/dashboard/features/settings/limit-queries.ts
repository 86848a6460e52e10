import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { queryDatabase } from '../../lib/admin-database.ts';
import { withPassword } from '../../lib/password-again.ts';
import { adminKey, alwaysFresh, useRefreshAdmin } from '../../lib/admin-queries.ts';

const limitsKey = [adminKey, 'rate-limits'];

/** The rate limits. */
export function useRateLimits() {
  return useQuery({
    ...alwaysFresh,
    queryKey: limitsKey,
    queryFn: ({ signal }) =>
      queryDatabase((database) => database.rpc('list_rate_limits').abortSignal(signal)),
  });
}

/** Changes a limit, unless somebody else has changed it since it was read. */
export function useChangeRateLimit() {
  const queryClient = useQueryClient();
  const refresh = useRefreshAdmin();
  return useMutation({
    mutationFn: ({ id, most, seen }: { id: string; most: number; seen: number }) =>
      withPassword(() =>
        queryDatabase((database) =>
          database.rpc('change_rate_limit', { p_id: id, p_most: most, p_seen: seen }),
        ),
      ),
    onSuccess: (limits) => queryClient.setQueryData(limitsKey, limits),
    // Also after a refusal, to show somebody else's change.
    onSettled: refresh,
  });
}
