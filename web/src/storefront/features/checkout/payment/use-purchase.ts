import type { Order, PlaceOrderReply } from '@contract/orders.ts';
import type { PlaceOrderRequest } from '@contract/place-order.ts';
import { useState } from 'react';
import { ConnectionError } from '#lib/api/api-client.ts';
import type { CartItem } from '#storefront/lib/cart-item.ts';
import { findEarlierOrder, usePlaceOrder } from '../use-place-order.ts';
import { planForEarlierOrder } from './earlier-order.ts';
import { forgetOrderKey, keyForOrder, rememberPlacedOrder } from './order-key.ts';
import { useBankRedirect } from './use-bank-redirect.ts';
import { usePayOrder } from './use-pay-order.ts';
import { usePromptOrder } from './use-prompt-order.ts';

/** An order that must be shown, not paid again: it is paid already, or the bank is still deciding on it. */
type OrderToShow = { orderId: string; isPaid: boolean };

/** How the order is paid: on the bank's card page, or by a request to a phone. */
export type WayToPay = 'card' | 'mpesa';

type Prompted = {
  orderId: string;
  isPrompted: true;
  /** Why no request was sent, or that nobody knows; null when it was. */
  failure: unknown;
};

/** Which order is this, and how does it get to the bank's page? The same details and lines are one order. */
export function usePurchase() {
  const placeOrder = usePlaceOrder();
  const payOrder = usePayOrder();
  const promptOrder = usePromptOrder();
  const bank = useBankRedirect();
  const [sent, setSent] = useState<{ lines: readonly CartItem[]; isReserved: boolean } | null>(null);

  const [isPrompted, setIsPrompted] = useState(false);

  async function takeUp(
    request: PlaceOrderRequest,
    way: WayToPay,
  ): Promise<PlaceOrderReply | { order: Order; payment: null } | OrderToShow> {
    const { order } = keyForOrder(request);
    const earlier = order && (await findEarlierOrder(order.id));
    if (earlier) {
      const plan = planForEarlierOrder(earlier);
      if (plan === 'pay-again')
        return way === 'card' ? payOrder.mutateAsync(earlier.id) : { order: earlier, payment: null };
      if (plan !== 'order-anew') return { orderId: earlier.id, isPaid: plan === 'show-paid' };
      forgetOrderKey();
    }
    return placeOrder.mutateAsync({ request, key: keyForOrder(request).key });
  }

  /** Sends the request for an order that is there: whatever becomes of it, the order's page says it. */
  async function promptFor(
    { id }: Order,
    request: PlaceOrderRequest,
    paid: readonly CartItem[],
  ): Promise<Prompted> {
    rememberPlacedOrder(keyForOrder(request), { id, lines: [...paid] });
    const asked = { orderId: id, phone: request.orderData.customerPhone };
    const failure = await promptOrder.mutateAsync(asked).then(
      () => null,
      (error: unknown) => error,
    );
    setSent({ lines: paid, isReserved: true });
    setIsPrompted(true);
    return { orderId: id, isPrompted: true, failure };
  }

  return {
    isBusy:
      placeOrder.isPending || payOrder.isPending || promptOrder.isPending || bank.isLeaving || isPrompted,
    /** What is paid, and whether it is kept for the buyer, while the bank's page or that of the order is loading. */
    leavingWith: bank.isLeaving || isPrompted ? sent : null,
    /**
     * Goes to the bank's page, or sends a request to the buyer's phone. Resolves with the order to show instead, or
     * whether the browser is leaving the shop.
     */
    send: async (
      request: PlaceOrderRequest,
      paid: readonly CartItem[],
      way: WayToPay = 'card',
    ): Promise<OrderToShow | Prompted | boolean> => {
      const begun = await takeUp(request, way);
      if ('orderId' in begun) return begun;
      if (way === 'mpesa' || begun.payment === null) return promptFor(begun.order, request, paid);
      // Offline, the redirect would end on the browser's error page; a later retry is for the same order.
      if (!navigator.onLine) throw new ConnectionError(null);
      const { heldUntil, laterCents } = begun.order.payment;
      setSent({ lines: paid, isReserved: heldUntil !== null || laterCents > 0 });
      if (!(await bank.goToBank(begun.payment))) return false;
      rememberPlacedOrder(keyForOrder(request), { id: begun.order.id, lines: [...paid] });
      return true;
    },
  };
}
