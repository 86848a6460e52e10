import { adminOverview, type OverviewPeriod } from '@contract/admin-overview.ts';
import type { OrderStatus } from '@contract/orders.ts';
import { lowStock } from '@contract/products.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { queryDatabase } from '../../lib/admin-database.ts';
import { adminKey, alwaysFresh } from '../../lib/admin-queries.ts';

/** The number of rows in the short lists, from the specification. */
const few = 5;

/** Figures, sales, orders by status and top products of a period; the previous period stays until they are loaded. */
export function useOverview(period: OverviewPeriod) {
  return useQuery({
    ...alwaysFresh,
    queryKey: [adminKey, 'overview', 'period', period],
    queryFn: ({ signal }) => callApi(adminOverview, { params: { period }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** What needs the owner's attention now. */
export function useOwnerAlerts() {
  return useQuery({
    ...alwaysFresh,
    queryKey: [adminKey, 'overview', 'alerts'],
    queryFn: ({ signal }) => queryDatabase((database) => database.rpc('owner_alerts').abortSignal(signal)),
    // It shows how long ago the bank was queried.
    refetchInterval: 60_000,
  });
}

export type RecentOrder = {
  id: string;
  customerName: string;
  totalAmount: number;
  status: OrderStatus;
  createdAt: string;
};

export function useRecentOrders() {
  return useQuery({
    ...alwaysFresh,
    queryKey: [adminKey, 'overview', 'recent-orders'],
    queryFn: ({ signal }) =>
      queryDatabase((database) =>
        database
          .from('orders')
          .select('id, customerName:customer_name, totalAmount:total_amount, status, createdAt:created_at')
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .limit(few)
          .abortSignal(signal)
          .overrideTypes<RecentOrder[], { merge: false }>(),
      ),
  });
}

export type ScarceProduct = { id: string; name: string; stock: number };

/** The products on sale with the lowest stock, of those whose stock is low. */
export function useScarceProducts() {
  return useQuery({
    ...alwaysFresh,
    queryKey: [adminKey, 'overview', 'scarce'],
    queryFn: ({ signal }) =>
      queryDatabase((database) =>
        database
          .from('products')
          .select('id, name, stock')
          .eq('is_active', true)
          .lte('stock', lowStock)
          .order('stock')
          .order('id')
          .limit(few)
          .abortSignal(signal),
      ),
  });
}
