import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callSql } from '../../lib/admin-database.ts';
import { withPassword } from '../../lib/password-again.ts';
import { alwaysFresh, sqlQuery, useRefreshAdmin } from '../../lib/admin-queries.ts';

const limits = sqlQuery(['rate-limits'], 'list_rate_limits', {});

/** The rate limits. */
export function useRateLimits() {
  return useQuery({ ...alwaysFresh, ...limits });
}

/** Changes a limit, unless somebody else has changed it since it was read. */
export function useChangeRateLimit() {
  const queryClient = useQueryClient();
  const refresh = useRefreshAdmin();
  return useMutation({
    mutationFn: ({ id, most, seen }: { id: string; most: number; seen: number }) =>
      withPassword(() => callSql('change_rate_limit', { p_id: id, p_most: most, p_seen: seen })),
    onSuccess: (changed) => queryClient.setQueryData(limits.queryKey, changed),
    // Also after a refusal, to show somebody else's change.
    onSettled: refresh,
  });
}
