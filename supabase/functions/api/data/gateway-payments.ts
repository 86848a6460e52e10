import type { paymentDecisions } from '../../_shared/card-gateway/payment-decision.ts';
import { addressHash } from '../../_shared/http/address-key.ts';
import type { Payments } from '../deps/orders.ts';
import { seenBy } from './supabase-orders.ts';

/** Payments of buyers: at most two calls to the database, with the bank between them. */
export function gatewayPayments(decisions: ReturnType<typeof paymentDecisions>): Payments {
  return {
    check: async ({ sid, orderId, linkVersion }, clientAddress) =>
      decisions.check(seenBy(sid, orderId, linkVersion), addressHash(clientAddress)),
    payAgain: async ({ sid, orderId, linkVersion }, clientAddress) =>
      decisions.payAgain(seenBy(sid, orderId, linkVersion), addressHash(clientAddress)),
    prompt: async ({ sid, orderId, linkVersion }, clientAddress, phone) =>
      decisions.prompt(seenBy(sid, orderId, linkVersion), addressHash(clientAddress), phone),
    refresh: decisions.refresh,
  };
}
