import type { AskedBy } from '../contract/admin-transactions.ts';
import type { LogEntry } from '../logging/log.ts';
import { acceptedOf } from '../supabase/query-result.ts';
import type { PlacedOrder, PaymentDecision, StoredOrder } from '../supabase/sql-replies.ts';
import type { Query, RunQuery } from '../supabase/supabase-clients.ts';
import type { GatewaySettings } from './gateway-settings.ts';
import { queryPaymentStatus } from './status-query.ts';

/** An order, and by what its caller sees it: the session, or the version of a link whose key was shown. */
type SeenOrder = { p_sid: string; p_order_id: string; p_link_version?: number };

/** What says whose payment it is: the trace in the bank's form, and the order in our own address. Either may be missing. */
export type Returned = { trace: string | null; orderId: string | null };

/** How often a return, or a click on Pay, checks for the result of a concurrent query, and the pause between. */
const maxAttempts = 4;
const pauseMs = 500;

/** Queries the bank about transactions and decides them by its answer. */
export function paymentDecisions(
  asShop: RunQuery,
  gateway: GatewaySettings,
  log: (entry: LogEntry) => void,
  /** Called after each decision; must not wait or throw. */
  onDecided: () => void,
) {
  /** @throws Refusal `not_found` for a trace that is not ours */
  const decide = (trace: string, askedBy: AskedBy): Promise<PaymentDecision> =>
    decideWith(
      trace,
      (answer) => (shop) =>
        shop.rpc('decide_payment', { p_trace: trace, p_answer: answer, p_asked_by: askedBy }),
    );
  /** Queries the bank and passes its answer to the query that decides the transaction. */
  const decideWith = async <T>(
    trace: string,
    queryWith: (answer: Awaited<ReturnType<typeof queryPaymentStatus>>) => Query<T>,
  ): Promise<T> => {
    const decided = await asShop(queryWith(await queryPaymentStatus(gateway, trace, log)));
    onDecided();
    return decided;
  };
  return {
    decide,
    /**
     * The state of a transaction whose buyer returns, and its trace; queries the bank unless it is decided or being queried.
     * @throws Refusal `not_found` when neither trace nor order is ours
     */
    decideReturn: async ({ trace, orderId }: Returned): Promise<PaymentDecision & { trace: string }> => {
      for (let attempt = 1; ; attempt += 1) {
        const next = await asShop((shop) =>
          shop.rpc('return_to_ask', { p_trace: trace ?? '', p_order_id: orderId ?? undefined }),
        );
        // Who only names the order may not come from the bank: its buyer may still be on the bank's page.
        const askedBy = next.trace === trace ? 'return' : 'shopper';
        if (next.step === 'ask') return { ...(await decide(next.trace, askedBy)), trace: next.trace };
        if (next.step === 'nothing' || attempt === maxAttempts) return { ...next.state, trace: next.trace };
        // The return was posted twice, and the first one is querying: the bank usually answers in a second.
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    },
    /** An order as the caller sees it, after querying the bank if necessary; null when they see nothing. @throws Refusal `too_many_requests` */
    check: async (seen: SeenOrder, addressHash: string): Promise<StoredOrder | null> => {
      const reply = await asShop((shop) =>
        shop.rpc('check_payment_within_limits', { p_address_hash: addressHash, ...seen }),
      );
      const next = reply && acceptedOf(reply);
      if (next?.step !== 'ask') return next && next.order;
      return decideWith(
        next.trace,
        (answer) => (shop) =>
          shop.rpc('decide_checked_payment', { p_trace: next.trace, p_answer: answer, ...seen }),
      );
    },
    /**
     * A new transaction for an unpaid order, after querying the bank about the previous one.
     * @throws Refusal `not_found`, `order_closed`, `order_outdated`, `payment_undecided`, `out_of_stock`, `shop_busy`,
     * `too_many_requests`
     */
    payAgain: async (seen: SeenOrder, addressHash: string): Promise<PlacedOrder> => {
      const begin = () =>
        asShop((shop) => shop.rpc('begin_payment_within_limits', { p_address_hash: addressHash, ...seen }));
      let started = await begin();
      // The return page queries the bank too, so an undecided payment is retried a few times before it is refused.
      for (let attempt = 1; attempt < maxAttempts && isUndecided(started); attempt += 1) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        started = await begin();
      }
      const next = acceptedOf(started);
      if (!('step' in next)) return next;
      const reply = await decideWith(
        next.trace,
        (answer) => (shop) =>
          shop.rpc('decide_and_pay_again', {
            p_trace: next.trace,
            p_answer: answer,
            ...seen,
          }),
      );
      return acceptedOf(reply);
    },
    /** Queries the bank about an order's transaction that may become paid, unless that was done in the last ten seconds. */
    refresh: async (orderId: string, askedBy: AskedBy = 'shopper'): Promise<void> => {
      const next = await asShop((shop) => shop.rpc('transaction_to_ask', { p_order_id: orderId }));
      if (next.step === 'ask') await decide(next.trace, askedBy);
    },
  };
}

const isUndecided = (reply: object) => 'refusal' in reply && reply.refusal === 'payment_undecided';
