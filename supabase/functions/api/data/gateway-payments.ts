import type { paymentSettlement } from '../../_shared/card-gateway/payment-settlement.ts';
import type { Payments } from '../deps/orders.ts';
import { countedBy, seenBy } from './supabase-orders.ts';

/** Payments of buyers: at most two calls to the database, with the bank between them. */
export function gatewayPayments(settlement: ReturnType<typeof paymentSettlement>): Payments {
  return {
    check: async ({ sid, orderId, linkVersion }, source) =>
      settlement.check(seenBy(sid, orderId, linkVersion), countedBy(source)),
    payAgain: async ({ sid, orderId, linkVersion }, source) =>
      settlement.payAgain(seenBy(sid, orderId, linkVersion), countedBy(source)),
    refresh: settlement.refresh,
  };
}
