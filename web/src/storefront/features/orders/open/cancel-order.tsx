import type { Order } from '@contract/orders.ts';
import { orderNumber } from '@contract/order-number.ts';
import { type ReactNode, useRef } from 'react';
import { AskFirst } from '#components/forms/ask-first.tsx';
import { showFailure, showToast } from '#components/overlays/toast.tsx';
import { orderMessage } from '#orders/order-message.ts';
import { useCancelOrder } from './open-orders-queries.ts';

/** Whether its buyer can cancel it: nothing has come for it, and nothing left. What was received is arranged on the phone. */
export const canCancel = (order: Order): boolean =>
  order.view === 'full' &&
  orderMessage(order).nextStep === 'pay' &&
  (order.word === 'not_paid' || order.word === 'payment_failed');

/** Cancels an unpaid order, after asking. @param children buttons beside it, which are gone while it asks */
export function CancelOrder({ orderId, children }: { orderId: string; children?: ReactNode }) {
  const cancelOrder = useCancelOrder();
  const place = useRef<HTMLDivElement>(null);
  const number = `#${orderNumber(orderId)}`;

  // Not with the callbacks of `mutate`: by then the order and this component are unmounted.
  const cancel = async () => {
    const surroundings = place.current?.closest<HTMLElement>('dialog, main');
    try {
      await cancelOrder.mutateAsync(orderId);
      showToast({ title: 'Order cancelled', description: `Order ${number} is cancelled.`, tone: 'info' });
      if (surroundings) focusHeadingIn(surroundings);
      return true;
    } catch (error) {
      showFailure('Order not cancelled', error);
      return false;
    }
  };

  return (
    <div ref={place}>
      <AskFirst
        label={
          <>
            Cancel<span className="visually-hidden"> order {number}</span>
          </>
        }
        name={`Cancel order ${number}?`}
        question="Cancel this order?"
        keep="Keep Order"
        act="Cancel Order"
        variant="danger"
        isBusy={cancelOrder.isPending}
        onAct={cancel}
      >
        {children}
      </AskFirst>
    </div>
  );
}

/** What had the focus is gone: it moves to the heading of the page or of the drawer. */
function focusHeadingIn(surroundings: HTMLElement): void {
  const heading = surroundings.querySelector<HTMLElement>('h1[tabindex="-1"], h2[tabindex="-1"]');
  (heading ?? surroundings).focus({ preventScroll: true });
}
