import type { AskedBy } from '../contract/admin-transactions.ts';
import type { LogEntry } from '../http/log.ts';
import type { Settlement } from '../supabase/sql-replies.ts';
import type { RunQuery } from '../supabase/supabase-clients.ts';
import type { GatewaySettings } from './gateway-settings.ts';
import { queryPaymentStatus } from './status-query.ts';

/** How often a return looks for the answer to somebody else's query, and the pause between. */
const mostLooks = 4;
const pauseMs = 500;

/** Asking the bank about a transaction and settling it by the answer: the same for everybody who asks. */
export function paymentSettlement(
  asShop: RunQuery,
  gateway: GatewaySettings,
  log: (entry: LogEntry) => void,
  /** Called after each settlement; must not wait or throw. */
  onSettled: () => void,
) {
  /** @throws Refusal `not_found` for a trace that is not ours */
  const settle = async (trace: string, askedBy: AskedBy): Promise<Settlement> => {
    const answer = await queryPaymentStatus(gateway, trace, log);
    const settlement = await asShop((shop) =>
      shop.rpc('settle_payment', { p_trace: trace, p_answer: answer, p_asked_by: askedBy }),
    );
    onSettled();
    return settlement;
  };
  return {
    settle,
    /** What became of a transaction whose buyer comes back; asks the bank unless it is decided or being asked. */
    settleReturn: async (trace: string): Promise<Settlement> => {
      for (let looks = 1; ; looks += 1) {
        const { step, state } = await asShop((shop) => shop.rpc('return_to_ask', { p_trace: trace }));
        if (step === 'ask') return settle(trace, 'return');
        if (step === 'nothing' || looks === mostLooks) return state;
        // The return was posted twice, and the first one is asking: the bank mostly answers in a second.
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    },
    /** Asks about an order's undecided transaction, unless it was asked about in the last ten seconds. */
    refresh: async (orderId: string, askedBy: AskedBy = 'shopper'): Promise<void> => {
      const next = await asShop((shop) => shop.rpc('transaction_to_ask', { p_order_id: orderId }));
      if (next.step === 'ask') await settle(next.trace, askedBy);
    },
  };
}
