import type { AskedBy } from '../contract/admin-transactions.ts';
import { timeLimits } from '../contract/time-limits.ts';
import { addressHash } from '../http/address-key.ts';
import { Refusal } from '../http/refusal.ts';
import type { LogEntry } from '../logging/log.ts';
import type { Json } from '../postgres-schema.ts';
import { acceptedOf } from '../supabase/query-result.ts';
import { type SeenOrder, seenBy } from '../supabase/seen-order.ts';
import type { PlacedOrder, PaymentDecision, Question, StoredOrder } from '../supabase/sql-replies.ts';
import type { Query, RunQuery } from '../supabase/supabase-clients.ts';
import type { GatewaySettings } from './gateway-settings.ts';
import { queryPaymentStatus } from './status-query.ts';

/** What says whose payment it is: the trace in the bank's form, and the order in our own address. Either may be missing. */
export type Returned = { trace: string | null; orderId: string | null };

/** What asks Safaricom: `_shared/mpesa`. Each answer is null when there was none. */
export type Prompts = {
  sendPrompt(asked: PlacedOrder['transaction'] & { phone: string }): Promise<Json>;
  queryPrompt(trace: string, checkoutId: string): Promise<Json>;
};

/** How often a return, or a click on Pay, checks for the result of a concurrent query, and the pause between. */
const maxAttempts = 4;
const pauseMs = 500;

/** Queries the bank, or Safaricom about a prompt, and decides transactions by the answer. */
export function paymentDecisions(
  asShop: RunQuery,
  gateway: GatewaySettings,
  /** Null in a shop without its keys. */
  mpesa: Prompts | null,
  log: (entry: LogEntry) => void,
  /** Called after each decision; must not wait or throw. */
  onDecided: () => void,
) {
  /** @throws Refusal `not_found` for a trace that is not ours */
  const decide = (question: Question, askedBy: AskedBy, run = asShop): Promise<PaymentDecision> =>
    decideWith(
      question,
      (answer) => (shop) =>
        shop.rpc('decide_payment', { p_trace: question.trace, p_answer: answer, p_asked_by: askedBy }),
      run,
    );
  const answerTo = ({ trace, checkoutId }: Question) => {
    if (checkoutId === null) return queryPaymentStatus(gateway, trace, log);
    return mpesa ? mpesa.queryPrompt(trace, checkoutId) : null;
  };
  /** Asks, and passes the answer to the query that decides the transaction. */
  const decideWith = async <T>(
    question: Question,
    queryWith: (answer: Awaited<ReturnType<typeof answerTo>>) => Query<T>,
    run = asShop,
  ): Promise<T> => {
    const decided = await run(queryWith(await answerTo(question)));
    onDecided();
    return decided;
  };
  /** A payment for an order after asking about the one before, by card or by a prompt on this phone. */
  const begin = async (seen: SeenOrder, clientAddress: string, phone?: string): Promise<PlacedOrder> => {
    const call = { ...seenBy(seen), ...(phone && { p_phone: phone }) };
    const p_address_hash = addressHash(clientAddress);
    const start = () =>
      asShop((shop) => shop.rpc('begin_payment_within_limits', { p_address_hash, ...call }));
    let started = await start();
    // The return page queries the bank too, so an undecided payment is retried a few times before it is refused.
    for (let attempt = 1; attempt < maxAttempts && isUndecided(started); attempt += 1) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      started = await start();
    }
    const next = acceptedOf(started);
    if (!('step' in next)) return next;
    const reply = await decideWith(
      next,
      (answer) => (shop) =>
        shop.rpc('decide_and_pay_again', { p_trace: next.trace, p_answer: answer, ...call }),
    );
    return acceptedOf(reply);
  };
  return {
    decide,
    /**
     * The state of a transaction whose buyer returns, and its trace; queries the bank unless it is decided or being queried.
     * @throws Refusal `not_found` when neither trace nor order is ours
     */
    decideReturn: async ({ trace, orderId }: Returned): Promise<PaymentDecision & { trace: string }> => {
      const startedAt = Date.now();
      // Time for the bank is left, and then for its answer.
      const ask = insisting(asShop, startedAt + timeLimits.request - timeLimits.bank - timeLimits.database);
      const write = insisting(asShop, startedAt + timeLimits.request - timeLimits.database);
      for (let attempt = 1; ; attempt += 1) {
        const next = await ask((shop) =>
          shop.rpc('return_to_ask', { p_trace: trace ?? '', p_order_id: orderId ?? undefined }),
        );
        // Who only names the order may not come from the bank: its buyer may still be on the bank's page.
        const askedBy = next.trace === trace ? 'return' : 'shopper';
        if (next.step === 'ask')
          return {
            ...(await decide({ trace: next.trace, checkoutId: null }, askedBy, write)),
            trace: next.trace,
          };
        if (next.step === 'nothing' || attempt === maxAttempts) return { ...next.state, trace: next.trace };
        // The return was posted twice, and the first one is querying: the bank usually answers in a second.
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    },
    /** An order as the caller sees it, after querying the bank if necessary; null when they see nothing. @throws Refusal `too_many_requests` */
    check: async (seen: SeenOrder, clientAddress: string): Promise<StoredOrder | null> => {
      const p_address_hash = addressHash(clientAddress);
      const reply = await asShop((shop) =>
        shop.rpc('check_payment_within_limits', { p_address_hash, ...seenBy(seen) }),
      );
      const next = reply && acceptedOf(reply);
      if (next?.step !== 'ask') return next && next.order;
      return decideWith(
        next,
        (answer) => (shop) =>
          shop.rpc('decide_checked_payment', { p_trace: next.trace, p_answer: answer, ...seenBy(seen) }),
      );
    },
    /**
     * A new transaction for an unpaid order, after querying the bank about the previous one.
     * @throws Refusal `not_found`, `order_closed`, `order_outdated`, `payment_undecided`, `out_of_stock`, `shop_busy`,
     * `too_many_requests`
     */
    payAgain: (seen: SeenOrder, clientAddress: string): Promise<PlacedOrder> => begin(seen, clientAddress),
    /**
     * Sends a prompt for an order to a phone, `254…`, at the address to which Safaricom sends its notices.
     * @throws Refusal as `payAgain`; `prompts_are_off`
     */
    prompt: async (seen: SeenOrder, clientAddress: string, phone: string): Promise<StoredOrder | null> => {
      if (!mpesa) throw new Refusal('prompts_are_off');
      const { transaction } = await begin(seen, clientAddress, phone);
      const answer = await mpesa.sendPrompt({ ...transaction, phone });
      await asShop((shop) => shop.rpc('note_prompt', { p_trace: transaction.trace, p_answer: answer }));
      return asShop((shop) => shop.rpc('visible_order', seenBy(seen)));
    },
    /** Queries the bank about an order's transaction that may become paid, unless that was done in the last ten seconds. */
    refresh: async (orderId: string, askedBy: AskedBy = 'shopper'): Promise<void> => {
      const next = await asShop((shop) => shop.rpc('transaction_to_ask', { p_order_id: orderId }));
      if (next.step === 'ask') await decide(next, askedBy);
    },
  };
}

/**
 * Runs a query again while the database is too busy, until a time in milliseconds: somebody who has paid is not told "we
 * are checking" for want of a connection. Only for queries that may be repeated.
 */
function insisting(run: RunQuery, until: number): RunQuery {
  return async (query) => {
    for (;;) {
      try {
        return await run(query);
      } catch (error) {
        const isBusy =
          error instanceof Refusal && (error.code === 'shop_busy' || error.code === 'service_unavailable');
        if (!isBusy || Date.now() > until) throw error;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
  };
}

const isUndecided = (reply: object) => 'refusal' in reply && reply.refusal === 'payment_undecided';
