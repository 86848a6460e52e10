import { useMutation, useQuery } from '@tanstack/react-query';
import { askDatabase } from '../../lib/admin-database.ts';
import { withPassword } from '../../lib/password-again.ts';
import { adminKey, alwaysFresh, useRefreshAdmin } from '../../lib/admin-queries.ts';

/** How often something may be done, by whom. */
export function useRateLimits() {
  return useQuery({
    ...alwaysFresh,
    queryKey: [adminKey, 'rate-limits'],
    queryFn: ({ signal }) => askDatabase((database) => database.rpc('list_rate_limits').abortSignal(signal)),
  });
}

/** Changes a limit, unless somebody else has since it was seen. */
export function useChangeRateLimit() {
  const refresh = useRefreshAdmin();
  return useMutation({
    mutationFn: ({ id, most, seen }: { id: string; most: number; seen: number }) =>
      withPassword(() =>
        askDatabase((database) =>
          database.rpc('change_rate_limit', { p_id: id, p_most: most, p_seen: seen }),
        ),
      ),
    // After a refusal too: somebody else's change is shown.
    onSettled: refresh,
  });
}
