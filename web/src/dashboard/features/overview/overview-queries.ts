import { daysOfPeriod, type OverviewPeriod } from '@contract/admin-overview.ts';
import { nairobiDay } from '@contract/nairobi-time.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { alwaysFresh, sqlQuery } from '../../lib/admin-queries.ts';

/** Figures, sales, orders by status and top products of a period; the previous period stays until they are loaded. */
export function useOverview(period: OverviewPeriod) {
  const { from, to, step } = daysOfPeriod(period, nairobiDay());
  const days = { p_from: from, p_to: to, p_step: step };
  return useQuery({
    ...alwaysFresh,
    ...sqlQuery(['overview', 'period', period, to], 'stats_of_period', days),
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
export const useRecentOrders = () => useQuery({ ...alerts, select: ({ recentOrders }) => recentOrders });
export const useScarceProducts = () =>
  useQuery({ ...alerts, select: ({ scarceProducts }) => scarceProducts });
