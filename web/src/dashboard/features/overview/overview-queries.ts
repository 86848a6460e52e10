import { adminOverview, type OverviewPeriod, type OwnerAlerts } from '@contract/admin-overview.ts';
import type { OrderStatus } from '@contract/orders.ts';
import { lowStock } from '@contract/products.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { adminDatabase, answerOf } from '../../lib/admin-database.ts';
import { adminKey } from '../../lib/use-admin-rows.ts';

/** Each panel asks for itself, and again whenever somebody comes back to look. */
const fresh = {
  staleTime: 0,
  gcTime: 300_000,
  refetchOnMount: 'always',
  refetchOnWindowFocus: true,
} as const;

/** Rows of the short lists, as the specification has it. */
const few = 5;

/** Figures, sales, orders by status and top products of a period; those of the one before stay until they are there. */
export function useOverview(period: OverviewPeriod) {
  return useQuery({
    queryKey: [adminKey, 'overview', 'period', period],
    queryFn: ({ signal }) => callApi(adminOverview, { params: { period }, signal }),
    placeholderData: keepPreviousData,
    ...fresh,
  });
}

/** What waits for the owner now. */
export function useOwnerAlerts() {
  return useQuery({
    queryKey: [adminKey, 'overview', 'needs'],
    queryFn: async ({ signal }) => {
      const database = await adminDatabase();
      const { data } = await answerOf(database.rpc('owner_alerts').abortSignal(signal));
      return data as unknown as OwnerAlerts;
    },
    ...fresh,
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
    queryKey: [adminKey, 'overview', 'recent-orders'],
    queryFn: async ({ signal }): Promise<RecentOrder[]> => {
      const database = await adminDatabase();
      const { data } = await answerOf(
        database
          .from('orders')
          .select('id, customer_name, total_amount, status, created_at')
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .limit(few)
          .abortSignal(signal),
      );
      return data.map((row) => ({
        id: row.id,
        customerName: row.customer_name,
        totalAmount: row.total_amount,
        status: row.status as OrderStatus,
        createdAt: row.created_at,
      }));
    },
    ...fresh,
  });
}

export type ScarceProduct = { id: string; name: string; stock: number };

/** Products on sale with the lowest stock, none or low. */
export function useScarceProducts() {
  return useQuery({
    queryKey: [adminKey, 'overview', 'scarce'],
    queryFn: async ({ signal }): Promise<ScarceProduct[]> => {
      const database = await adminDatabase();
      const { data } = await answerOf(
        database
          .from('products')
          .select('id, name, stock')
          .eq('is_active', true)
          .lte('stock', lowStock)
          .order('stock')
          .order('id')
          .limit(few)
          .abortSignal(signal),
      );
      return data;
    },
    ...fresh,
  });
}
