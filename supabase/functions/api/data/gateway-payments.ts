import type { paymentSettlement } from '../../_shared/card-gateway/payment-settlement.ts';
import type { Payments } from '../deps.ts';
import { seenBy } from './supabase-orders.ts';

/** Payments of buyers: at most two calls to the database, with the bank between them. */
export function gatewayPayments(settlement: ReturnType<typeof paymentSettlement>): Payments {
  return {
    check: ({ sid, orderId, linkVersion }) => settlement.check(seenBy(sid, orderId, linkVersion)),
    payAgain: ({ sid, orderId, linkVersion }) => settlement.payAgain(seenBy(sid, orderId, linkVersion)),
    refresh: settlement.refresh,
  };
}
