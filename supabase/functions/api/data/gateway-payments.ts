import type { paymentDecisions } from '../../_shared/card-gateway/payment-decision.ts';
import { addressHash } from '../../_shared/http/address-key.ts';
import type { SeenOrder } from '../deps.ts';
import { seenBy } from './supabase-orders.ts';

/** Payments of buyers: at most two calls to the database, with the bank between them. */
export function gatewayPayments(decisions: ReturnType<typeof paymentDecisions>) {
  return {
    /**
     * The order as its caller sees it, after querying the bank where that is due; null when they see nothing.
     * @throws Refusal `too_many_requests`
     */
    check: async (seen: SeenOrder, clientAddress: string) =>
      decisions.check(seenBy(seen), addressHash(clientAddress)),
    /**
     * Queries the bank first: a transaction that was just paid is not paid again.
     * @throws Refusal `not_found`, `order_closed`, `payment_undecided`, `out_of_stock`, `shop_busy`, `too_many_requests`
     */
    payAgain: async (seen: SeenOrder, clientAddress: string) =>
      decisions.payAgain(seenBy(seen), addressHash(clientAddress)),
    /**
     * Sends a prompt of M-Pesa to a phone, `254…`, for what is due of an order; the order as it is then.
     * @throws Refusal as `payAgain`; `prompts_are_off`
     */
    prompt: async (seen: SeenOrder, clientAddress: string, phone: string) =>
      decisions.prompt(seenBy(seen), addressHash(clientAddress), phone),
    /** Asks the bank about an order's transaction that is undecided or was refused, and settles by its answer; does nothing when that was just done. */
    refresh: decisions.refresh,
  };
}
