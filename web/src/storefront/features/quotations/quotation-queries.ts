import {
  type AcceptanceRequest,
  acceptQuotation,
  askForQuotation,
  getQuotation,
  type QuotationRequest,
} from '@contract/quotations.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { callApi } from '#lib/api/api-client.ts';
import { orNotFound } from '#lib/api/or-not-found.ts';
import { randomUuid } from '#lib/api/random-uuid.ts';

type LinkedQuotation = { quotationId: string; orderKey: string };

const keyOf = ({ quotationId, orderKey }: LinkedQuotation) => [getQuotation.path, quotationId, orderKey];

/** The quotation of an opened link; `data` is null when the link opens none. Read anew at each visit: staff may change it. */
export function useQuotation(linked: LinkedQuotation) {
  const { quotationId, orderKey } = linked;
  return useQuery({
    queryKey: keyOf(linked),
    queryFn: ({ signal }) => orNotFound(callApi(getQuotation, { params: { quotationId }, orderKey, signal })),
    staleTime: 0,
  });
}

/** Asks for a quotation; the same request sent again is the same quotation. */
export function useAskForQuotation() {
  const sent = useRef({ content: '', key: '' });
  return useMutation({
    mutationFn: (body: QuotationRequest) => {
      const content = JSON.stringify(body);
      if (sent.current.content !== content) sent.current = { content, key: randomUuid() };
      return callApi(askForQuotation, { body, idempotencyKey: sent.current.key });
    },
  });
}

/** Makes the order of a quotation. After a refusal the quotation is read again, since it is not what the page shows. */
export function useAcceptQuotation(linked: LinkedQuotation) {
  const queryClient = useQueryClient();
  const { quotationId, orderKey } = linked;
  return useMutation({
    mutationFn: (body: AcceptanceRequest) =>
      callApi(acceptQuotation, { params: { quotationId }, orderKey, body }),
    onError: () => queryClient.invalidateQueries({ queryKey: keyOf(linked) }),
  });
}
