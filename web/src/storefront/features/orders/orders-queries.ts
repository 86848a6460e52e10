import { browserTimeLimits } from '@contract/time-limits.ts';
import {
  checkPayment,
  getOrder,
  listOrders,
  maxOrdersInPage,
  openShortLink,
  type Order,
  renewOrderLink,
} from '@contract/orders.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { callApi } from '#lib/api/api-client.ts';
import { orNotFound } from '#lib/api/or-not-found.ts';
import { isBeingChecked } from '#orders/order-message.ts';
import { isPromptOpen } from '#orders/mpesa-state.ts';
import { pauseBeforeRetry } from '#lib/api/pause-before-retry.ts';
import { refetchAfterWrite } from '#lib/api/refetch-after-write.ts';
import { linkKeyOf } from '#storefront/lib/link-keys.ts';
import { isUndecided } from './order-status.ts';

/** How many orders My Orders shows at once. */
export const ordersInPage = maxOrdersInPage - 1;

/**
 * The newest orders of the signed-in user, or of this browser's guest; one more than is shown when there are older ones.
 * Always refetched: the bank changes them. Stored for offline use.
 */
export const useOrders = () =>
  useQuery({ queryKey: [listOrders.path], queryFn: ({ signal }) => fetchPage({}, signal), staleTime: 0 });

/**
 * The orders before one of them, like `useOrders`.
 * @param isWanted otherwise none are fetched, but those of an earlier visit to the page are there again
 */
export function useOlderOrders({ createdAt, id }: Order, isWanted: boolean) {
  const client = useQueryClient();
  const queryKey = [listOrders.path, 'before', id];
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchPage({ before: `${createdAt},${id}` }, signal),
    enabled: isWanted || client.getQueryData(queryKey) !== undefined,
    staleTime: 0,
  });
}

function fetchPage(from: { before?: string }, signal: AbortSignal): Promise<Order[]> {
  const page = new URLSearchParams({ limit: String(maxOrdersInPage), ...from });
  return callApi(listOrders, { query: page.toString(), signal });
}

/**
 * One order; `data` is null when there is no such order for this visitor. Not fetched without an id. Uses the key of
 * the opened link, else of the link with which this tab opened it before. While its payment is undecided the server
 * queries the bank, at growing intervals and for a few minutes only; later an order that can be paid is still read.
 * @param asksBankFirst for a buyer who may have paid a moment ago: what the shop knew before that is not shown
 */
export function useOrderUntilDecided(
  orderId: string | null,
  { linkKey = null, asksBankFirst = false }: { linkKey?: string | null; asksBankFirst?: boolean } = {},
) {
  const orderKey = linkKey ?? (orderId === null ? null : linkKeyOf(orderId));
  const [watchedSince, setWatchedSince] = useState(() => Date.now());
  const [hasStopped, setHasStopped] = useState(false);
  const query = useQuery({
    queryKey: [listOrders.path, orderId, ...(orderKey ? [orderKey] : [])],
    queryFn: ({ signal, client, queryKey }) => {
      const known = client.getQueryData<Order | null>(queryKey);
      // The first request reads the order; while it is undecided, the next ones make the server query the bank.
      const endpoint = (known ? isStillOpen(known) : asksBankFirst) ? checkPayment : getOrder;
      return fetchOrder(endpoint, orderId ?? '', orderKey, signal);
    },
    enabled: orderId !== null,
    staleTime: 0,
    refetchInterval: ({ state }) => {
      if (hasStopped && state.data && mayBePaid(state.data)) return calmPollMs;
      // There is no such order, or it is decided.
      if (hasStopped || state.data === null || (state.data && !isStillOpen(state.data)))
        return pauseBeforeRetry({ state });
      // The order is on the page; now the bank is queried, at once if that was not done recently.
      const isFirstResponse = state.dataUpdateCount === 1 && state.errorUpdateCount === 0;
      if (isFirstResponse && state.data && isBeingChecked(state.data)) return 300;
      const delay = nextPollDelay(Date.now() - watchedSince);
      return delay !== false && state.data && isPromptOpen(state.data.payment) ? promptPollMs : delay;
    },
  });
  const { refetch } = query;

  useEffect(() => {
    const timer = setTimeout(() => setHasStopped(true), pollForMs);
    return () => clearTimeout(timer);
  }, [watchedSince]);

  const watchAgain = useCallback(() => {
    setWatchedSince(Date.now());
    setHasStopped(false);
    void refetch();
  }, [refetch]);

  return { ...query, hasStopped, watchAgain };
}

/** Whether the payment is still undecided. A failed order's is: its money may arrive late; and one of what was added to a paid one. */
function isStillOpen(order: Order): boolean {
  return isUndecided(order.status) || order.nextStep === 'wait' || isBeingChecked(order);
}

const fetchOrder = (
  queryKey: typeof getOrder,
  orderId: string,
  orderKey: string | null,
  signal: AbortSignal,
) =>
  // The shop may ask the bank before it replies.
  orNotFound(
    callApi(queryKey, { params: { orderId }, orderKey, signal, readLimit: browserTimeLimits.order }),
  );

/** The order of a short link in an SMS; `data` is null when there is none. */
export function useShortLink(orderNumber: string, orderKey: string) {
  return useQuery({
    queryKey: [openShortLink.path, orderNumber, orderKey],
    queryFn: ({ signal }) =>
      orNotFound(callApi(openShortLink, { params: { orderNumber }, orderKey, signal })),
  });
}

/** Makes a new link for an order; earlier links stop working. */
export function useRenewOrderLink() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (orderId: string) => callApi(renewOrderLink, { params: { orderId } }),
    onSuccess: (order) => {
      // The earlier link on the page opens nothing any more: nobody should copy it while the order is read again.
      queryClient.setQueriesData({ queryKey: [listOrders.path, order.id] }, order);
      void refetchAfterWrite(queryClient, ([path]) => path === listOrders.path);
    },
  });
}

/** How long an undecided payment is polled, in milliseconds. */
export const pollForMs = 4 * 60_000;

/** Between two requests for an order that can be paid away from its page, such as by paybill. */
export const calmPollMs = 60_000;

/** Whether money may come of which nobody is asked: the bank is asked about an undecided payment. */
const mayBePaid = (order: Order): boolean => order.nextStep === 'pay' && !isBeingChecked(order);

/** Between two requests while a phone asks for its PIN. */
const promptPollMs = 5_000;

/**
 * Milliseconds until the next request for a payment that has been polled for this long: short at first, then longer.
 * False when polling is over.
 */
export function nextPollDelay(watchedMs: number): number | false {
  if (watchedMs >= pollForMs) return false;
  if (watchedMs < 20_000) return 3_000;
  if (watchedMs < 90_000) return 8_000;
  return 20_000;
}
