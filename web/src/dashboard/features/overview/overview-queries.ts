import { adminStats, listAllOrders } from '@contract/admin.ts';
import { nairobiDay } from '@contract/nairobi-time.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '#lib/api/api-client.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { adminKey, alwaysFresh, sqlQuery } from '#dashboard/lib/admin-queries.ts';
import { daysOfPeriod, type OverviewPeriod } from './overview-period.ts';

/** Figures, sales, orders by status and top products of a period; the previous period stays until they are loaded. */
export function useOverview(period: OverviewPeriod) {
  const { from, to, step } = daysOfPeriod(period, nairobiDay());
  return useQuery({
    ...alwaysFresh,
    queryKey: [adminKey, 'overview', 'period', period, to],
    queryFn: async ({ signal }) => {
      const [overview, allTime] = await Promise.all([
        callSql('stats_of_period', { p_from: from, p_to: to, p_step: step }, signal),
        callApi(adminStats, { signal }),
      ]);
      return { ...overview, allTime };
    },
    placeholderData: keepPreviousData,
  });
}

/** What needs the owner's attention now, with the short lists of the overview: one request. */
const alerts = {
  ...alwaysFresh,
  ...sqlQuery(['overview', 'alerts'], 'owner_alerts', {}),
  // It shows how long ago the bank was queried.
  refetchInterval: 60_000,
};

export const useOwnerAlerts = () => useQuery(alerts);

/** The five newest orders. */
export function useRecentOrders() {
  return useQuery({
    ...alwaysFresh,
    queryKey: [adminKey, 'overview', 'orders'],
    queryFn: ({ signal }) => callApi({ ...listAllOrders, path: `${listAllOrders.path}?limit=5` }, { signal }),
    refetchInterval: 60_000,
  });
}

export const useScarceProducts = () =>
  useQuery({ ...alerts, select: ({ scarceProducts }) => scarceProducts });
