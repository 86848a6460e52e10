import { adminStats, listAllOrders } from '@contract/admin.ts';
import { nairobiDay } from '@contract/nairobi-time.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '#lib/api/api-client.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { adminKey, alwaysStale, useSql } from '#dashboard/lib/admin-queries.ts';
import { useMay } from '#dashboard/lib/use-may.ts';
import { daysOfPeriod, type OverviewPeriod } from './overview-period.ts';

/** Figures, sales, orders by status and top products of a period; the previous period stays until they are loaded. */
export function useOverview(period: OverviewPeriod) {
  const { from, to, step } = daysOfPeriod(period, nairobiDay());
  return useQuery({
    ...alwaysStale,
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

const shortList = 5;

/** The first orders to send, what was promised first before others; and of what else waits, for those who may see the reports. */
export function useWaiting() {
  const mayReport = useMay()('reports');
  return useQuery({
    ...alwaysStale,
    queryKey: [adminKey, 'overview', 'waiting'],
    queryFn: async ({ signal }) => {
      const [alerts, { rows: toSend }] = await Promise.all([
        mayReport ? callSql('owner_alerts', {}, signal) : null,
        callSql(
          'list_order_page',
          { p_filter: { toSend: true }, p_sort: 'deliverBy', p_descending: false, p_limit: shortList },
          signal,
        ),
      ]);
      return { alerts, toSend };
    },
    // It shows how long ago the bank was queried.
    refetchInterval: 60_000,
  });
}

/** The five newest orders. */
export function useRecentOrders() {
  return useQuery({
    ...alwaysStale,
    queryKey: [adminKey, 'overview', 'orders'],
    queryFn: ({ signal }) => callApi({ ...listAllOrders, path: `${listAllOrders.path}?limit=5` }, { signal }),
    refetchInterval: 60_000,
  });
}

/** The products on sale of which few are left, the fewest first. */
export function useScarceProducts() {
  return useSql(
    'find_products',
    {
      p_search: '',
      p_category: '',
      p_state: 'active',
      p_stock: 'low',
      p_sort: 'free',
      p_descending: false,
      p_limit: shortList,
    },
    { refetchInterval: 60_000 },
  );
}
