import type { CountyChange, CountySettings } from '@contract/delivery.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { sqlQueryAlwaysStale, useRefreshAdmin } from '#dashboard/lib/admin-queries.ts';

export const useDeliveryCounties = () =>
  useQuery(sqlQueryAlwaysStale(['delivery-counties'], 'list_county_settings', {}));

/** Changes a county, unless somebody else has changed it since it was read. */
export function useChangeCounty() {
  return useMutation({
    mutationFn: ({ county, change }: { county: CountySettings; change: CountyChange }) =>
      callSql('change_county', { p_id: county.id, p_seen: county.updatedAt, p_change: change }),
    // Also after a refusal, to show somebody else's change.
    onSettled: useRefreshAdmin(),
  });
}
