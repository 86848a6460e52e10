import { formatDay } from '@contract/nairobi-time.ts';
import type { DeliveryPromise, Order, OrderDelivery, OrderStatus } from '@contract/orders.ts';
import { arrivalSentence } from '#orders/order-delivery-text.ts';
import { isOnItsWay } from '#orders/parcel-text.ts';
import { isOnlyWork, isWorkLeft, weAgreeOnTheDay, workFollows } from '@contract/shipments.ts';
import { dueSum, isOnlyWithheld, onAccount } from '@contract/on-account.ts';
import { isCalledPaid } from '@contract/is-paid.ts';
import { orderMessage, type OrderState } from '#orders/order-message.ts';
import { certificateAwaited, earlierPaymentsText, onAccountInShort } from '#orders/earlier-payments-text.ts';
import {
  isNotWhole,
  notWholeLabel,
  orderStatusLabels,
  processing,
  statusLabelOf,
} from '#orders/order-status-text.ts';
import { isCollectedAtShop, processedWhen } from '@contract/delivery-time.ts';

/** Whether the payment can still turn out either way. */
export function isUndecided(status: OrderStatus): boolean {
  return status === 'pending';
}

/** The payment status on the confirmation page. */
export function paymentStatusOf({ word, payment }: Pick<Order, 'word' | 'payment'>): string {
  if (isOnlyWithheld(payment)) return certificateAwaited;
  if (word === 'owed') return `${dueSum(payment)} owed`;
  if (isNotWhole(word)) return notWholeLabel(word, payment);
  if (word.startsWith('cancelled')) return orderStatusLabels.cancelled;
  if (word === 'refunded') return payment.refundedCents > 0 ? 'Refunded' : 'Not paid';
  if (onAccount(payment) && payment.dueAmount > 0) return onAccountInShort;
  return isCalledPaid({ word }) ? orderStatusLabels.paid : processing;
}

export type ProgressStep = {
  label: string;
  state: 'done' | 'current' | 'ahead' | 'stopped';
  /** What it means for the buyer. */
  note: string;
};

/** The steps of an order from checkout to delivery, and their states. */
export function progressOf(
  order: OrderState &
    Pick<Order, 'items' | 'shipments'> & { delivery: DeliveryPromise & Pick<OrderDelivery, 'zone'> },
): ProgressStep[] {
  const { status, word } = order;
  const ordered: ProgressStep = { label: 'Ordered', state: 'done', note: 'We have your order.' };
  if (status === 'failed') {
    const { money, title } = orderMessage(order);
    const label = order.payment.receivedCents > 0 ? money : 'Not paid';
    return [ordered, { label, state: 'stopped', note: title }];
  }
  if (status === 'cancelled') {
    return [
      ordered,
      { label: orderStatusLabels.cancelled, state: 'stopped', note: 'It will not be delivered.' },
    ];
  }
  if (word === 'refunded') {
    const { money, title } = orderMessage(order);
    return [ordered, { label: money, state: 'stopped', note: title }];
  }
  const reached = { pending: 1, paid: word === 'owed' ? 1 : 2, completed: isOnItsWay(order) ? 3 : 4 }[status];
  if (reached === undefined)
    return [ordered, { label: statusLabelOf(status), state: 'current', note: orderMessage(order).sentence }];
  return [
    ordered,
    {
      label: isNotWhole(word) ? orderMessage(order).money : orderStatusLabels.paid,
      note:
        reached > 1 && !isNotWhole(word)
          ? 'We have your payment.'
          : word === 'added' || word === 'to_order'
            ? orderMessage(order).title
            : (earlierPaymentsText(order)?.sentence ?? 'Your payment is not confirmed yet.'),
    },
    {
      label: 'Preparing',
      note: preparingNote(order),
    },
    {
      label: isOnlyWork(order.items) ? 'Done' : isCollectedAtShop(order.delivery) ? 'Collected' : 'Delivered',
      note:
        reached === 4 ? deliveredNote(order) : isOnlyWork(order.items) ? '' : arrivalSentence(order.delivery),
    },
  ].map((step, index) => ({
    ...step,
    state:
      isNotWhole(word) && index === 1
        ? 'current'
        : index < reached
          ? 'done'
          : index === reached
            ? 'current'
            : 'ahead',
  }));
}

/** The day on which the last of it came, where it was written down. */
function deliveredNote({ shipments }: Pick<Order, 'shipments'>): string {
  const last = shipments
    .flatMap(({ deliveredOn }) => deliveredOn ?? [])
    .sort()
    .at(-1);
  return last ? `On ${formatDay(last)}.` : '';
}

function preparingNote(
  order: Pick<Order, 'status' | 'items' | 'shipments'> & { delivery: DeliveryPromise },
): string {
  if (order.status === 'completed')
    return isOnlyWork(order.items) ? 'All of it is done.' : 'All of it has left our shop.';
  if (isOnlyWork(order.items)) return weAgreeOnTheDay;
  const count = (lines: readonly { quantity: number }[]) =>
    lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const packed = count(order.shipments.flatMap(({ lines }) => lines));
  if (packed > 0 && packed >= count(order.items)) return 'All of it is packed.';
  if (isWorkLeft(order)) return workFollows;
  return packed > 0 ? 'The rest is not packed yet.' : `Packed ${processedWhen(order.delivery)}.`;
}
