import { adminOverview, type OverviewPeriod } from '@contract/admin-overview.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { adminKey, alwaysFresh, sqlQuery } from '../../lib/admin-queries.ts';

/** Figures, sales, orders by status and top products of a period; the previous period stays until they are loaded. */
export function useOverview(period: OverviewPeriod) {
  return useQuery({
    ...alwaysFresh,
    queryKey: [adminKey, 'overview', 'period', period],
    queryFn: ({ signal }) => callApi(adminOverview, { params: { period }, signal }),
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
