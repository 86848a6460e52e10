import { isUuid } from '@contract/uuid.ts';
import { useQuery } from '@tanstack/react-query';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { adminKey, alwaysStale } from '#dashboard/lib/admin-queries.ts';

/** Everything about the buyer of an order; `data` is null when there is no such order, or its buyer was erased. */
export function useCustomer(orderId: string) {
  return useQuery({
    ...alwaysStale,
    queryKey: [adminKey, 'customers', orderId],
    queryFn: ({ signal }) =>
      isUuid(orderId) ? callSql('customer_details', { p_order_id: orderId }, signal) : null,
  });
}
