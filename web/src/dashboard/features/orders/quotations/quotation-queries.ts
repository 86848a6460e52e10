import { quotationLinkAsAdmin, renewQuotationLinkAsAdmin } from '@contract/quotations.ts';
import { isUuid } from '@contract/uuid.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '#lib/api/api-client.ts';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { adminKey, alwaysStale } from '#dashboard/lib/admin-queries.ts';

/** A quotation; `data` is null when there is none. */
export function useQuotation(id: string) {
  return useQuery({
    ...alwaysStale,
    queryKey: [adminKey, 'quotations', id],
    queryFn: ({ signal }) => (isUuid(id) ? callSql('quotation_as_staff', { p_id: id }, signal) : null),
  });
}

/** The key of its link, and what makes another one. */
export function useQuotationLink(id: string) {
  const queryClient = useQueryClient();
  const queryKey = [adminKey, 'quotations', 'link', id];
  const renew = async () =>
    queryClient.setQueryData(queryKey, await callApi(renewQuotationLinkAsAdmin, { params: { id } }));
  const query = useQuery({
    queryKey,
    queryFn: () => callApi(quotationLinkAsAdmin, { params: { id } }),
  });
  return { query, renew };
}
