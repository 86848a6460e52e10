import type { PlaceOrderReply } from '@contract/orders.ts';
import type { PlaceOrderRequest } from '@contract/place-order.ts';
import { useState } from 'react';
import { ConnectionError } from '#lib/api/api-client.ts';
import type { CartItem } from '#storefront/lib/cart-item.ts';
import { findEarlierOrder, usePlaceOrder } from '../use-place-order.ts';
import { planForEarlierOrder } from './earlier-order.ts';
import { forgetOrderKey, keyForOrder, rememberPlacedOrder } from './order-key.ts';
import { useBankRedirect } from './use-bank-redirect.ts';
import { usePayOrder } from './use-pay-order.ts';

/** An order that must be shown, not paid again: it is paid already, or the bank is still deciding on it. */
type OrderToShow = { orderId: string; isPaid: boolean };

/** Which order is this, and how does it get to the bank's page? The same details and lines are one order. */
export function usePurchase() {
  const placeOrder = usePlaceOrder();
  const payOrder = usePayOrder();
  const bank = useBankRedirect();
  const [sent, setSent] = useState<{ lines: readonly CartItem[]; isReserved: boolean } | null>(null);

  async function takeUp(request: PlaceOrderRequest): Promise<PlaceOrderReply | OrderToShow> {
    const { order } = keyForOrder(request);
    const earlier = order && (await findEarlierOrder(order.id));
    if (earlier) {
      const plan = planForEarlierOrder(earlier);
      if (plan === 'pay-again') return payOrder.mutateAsync(earlier.id);
      if (plan !== 'order-anew') return { orderId: earlier.id, isPaid: plan === 'show-paid' };
      forgetOrderKey();
    }
    return placeOrder.mutateAsync({ request, key: keyForOrder(request).key });
  }

  return {
    isBusy: placeOrder.isPending || payOrder.isPending || bank.isLeaving,
    /** What is paid, and whether it is kept for the buyer, while the bank's page is loading. */
    leavingWith: bank.isLeaving ? sent : null,
    /** Goes to the bank's page. Resolves with the order to show instead, or whether the browser is leaving the shop. */
    send: async (request: PlaceOrderRequest, paid: readonly CartItem[]): Promise<OrderToShow | boolean> => {
      const begun = await takeUp(request);
      if ('orderId' in begun) return begun;
      // Offline, the redirect would end on the browser's error page; a later retry is for the same order.
      if (!navigator.onLine) throw new ConnectionError(null);
      setSent({ lines: paid, isReserved: begun.order.payment.heldUntil !== null });
      if (!(await bank.goToBank(begun.payment))) return false;
      rememberPlacedOrder(keyForOrder(request), { id: begun.order.id, lines: [...paid] });
      return true;
    },
  };
}
