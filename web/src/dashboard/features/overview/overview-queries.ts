import { adminStats, listAllOrders } from '@contract/admin.ts';
import { lowStock } from '@contract/products.ts';
import { nairobiDay } from '@contract/nairobi-time.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '#lib/api/api-client.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { adminKey, alwaysStale, sqlQueryAlwaysStale } from '#dashboard/lib/admin-queries.ts';
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

/** What needs the owner's attention now. */
export function useOwnerAlerts() {
  return useQuery({
    ...sqlQueryAlwaysStale(['overview', 'alerts'], 'owner_alerts', {}),
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

const shortList = 5;

/** The orders to send, what was promised first before others. */
export function useOrdersToSend() {
  return useQuery({
    ...sqlQueryAlwaysStale(['overview', 'to-send'], 'list_order_page', {
      p_filter: { toSend: true },
      p_sort: 'deliverBy',
      p_descending: false,
      p_limit: shortList,
    }),
    refetchInterval: 60_000,
  });
}

/** The products on sale with the lowest stock, of those whose stock is low. */
export function useScarceProducts() {
  return useQuery({
    ...sqlQueryAlwaysStale(['overview', 'scarce'], 'find_products', {
      p_search: '',
      p_category: '',
      p_state: 'active',
      p_stock: '',
      p_sort: 'stock',
      p_descending: false,
      p_limit: shortList,
    }),
    refetchInterval: 60_000,
    select: ({ rows }) => rows.filter(({ stock }) => stock <= lowStock),
  });
}
