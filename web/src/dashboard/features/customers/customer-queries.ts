import { isUuid } from '@contract/uuid.ts';
import { useQuery } from '@tanstack/react-query';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { adminKey, alwaysStale, pageSize, useAdminRows } from '#dashboard/lib/admin-queries.ts';
import type { TableAddress } from '#dashboard/lib/table-address.ts';

/** One page of the buyers whom a search finds, those of the latest orders first. */
export function useCustomers({ after, filters }: TableAddress<string, 'q'>) {
  return useAdminRows(['customers', 'table', filters.q, after], (signal) =>
    callSql('find_customers', { p_search: filters.q, p_limit: pageSize, p_after: after }, signal),
  );
}

/** Everything about the buyer of an order or the organisation of terms; `data` is null when there is neither. */
export function useCustomer(id: string) {
  return useQuery({
    ...alwaysStale,
    queryKey: [adminKey, 'customers', id],
    queryFn: ({ signal }) => (isUuid(id) ? callSql('customer_details', { p_id: id }, signal) : null),
  });
}
