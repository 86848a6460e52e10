import { ownerSteps } from '@contract/admin.ts';
import type { OrderDetails } from '@contract/admin-orders.ts';
import type { OrderStatus } from '@contract/orders.ts';
import type { Permission } from '@contract/staff.ts';
import { isPaid } from '@contract/is-paid.ts';
import { isOnlyWithheld } from '@contract/on-account.ts';
import { isOnItsWay } from '#orders/parcel-text.ts';
import { itemsToShip } from '../parcels/parcels-to-pack.ts';

/**
 * The possible steps: nothing ships unpaid, nothing is cancelled while money is held or may still come, and an order that
 * goes in parcels is completed by the last of them.
 */
export function possibleSteps({
  order,
  completionNeed,
  cancelObstacle,
}: Pick<OrderDetails, 'order' | 'completionNeed' | 'cancelObstacle'>): OrderStatus[] {
  return ownerSteps[order.status].filter((status) => {
    if (status === 'completed')
      return !order.shipments?.length && (completionNeed === 'nothing' || completionNeed === 'reason');
    // What left in parcels is completed by them.
    if (status === 'paid') return !order.shipments?.length;
    return status !== 'cancelled' || cancelObstacle === null;
  });
}

/** What the one primary button of an order does: send pieces, do work, hand a parcel over, complete, take money, give it back. */
export type NextStep = 'send' | 'work' | 'handOver' | 'completed' | 'payment' | 'refund';

/** The first thing to do with an order of those that somebody may do; null when nothing waits for them. */
export function nextStepOf(details: OrderDetails, may: (permission: Permission) => boolean): NextStep | null {
  const { order, refundable } = details;
  if (may('parcels') && order.shipments.some(({ status }) => status === 'packed')) return 'handOver';
  if (may('parcels')) {
    const isInQuestion = ['charged_back', 'question'].includes(details.shipping.need);
    const maySend = isPaid(order)
      ? order.word !== 'owed' && !isInQuestion
      : details.shipping.need === 'nothing';
    const isThere = ({ left, unpaid }: { left: number; unpaid: number }) => left > unpaid;
    if (maySend && itemsToShip(details).some(isThere)) return 'send';
    // An installation comes after what is installed.
    const isAllSent = order.items.every(({ id, isService }) => isService || !details.shipping.toShip[id]);
    if (maySend && isAllSent && itemsToShip(details, true).some(isThere)) return 'work';
    if (possibleSteps(details).includes('completed')) return 'completed';
  }
  const isOpen = order.status !== 'cancelled' && order.nextStep !== 'wait';
  if (may('payments.record') && isOpen && order.payment.dueAmount > 0 && !isOnlyWithheld(order.payment))
    return 'payment';
  if (may('parcels') && isOnItsWay(order)) return 'handOver';
  const isToGiveBack = order.status === 'cancelled' || order.payment.overpaidCents > 0;
  return may('refunds') && isToGiveBack && refundable.length > 0 ? 'refund' : null;
}
