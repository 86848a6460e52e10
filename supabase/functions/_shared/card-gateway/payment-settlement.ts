import type { AskedBy } from '../contract/admin-transactions.ts';
import type { LogEntry } from '../http/log.ts';
import type { Settlement } from '../supabase/sql-replies.ts';
import type { RunQuery } from '../supabase/supabase-clients.ts';
import type { GatewaySettings } from './gateway-settings.ts';
import { queryPaymentStatus } from './status-query.ts';

/** Asking the bank about a transaction and settling it by the answer: the same for everybody who asks. */
export function paymentSettlement(
  asShop: RunQuery,
  gateway: GatewaySettings,
  log: (entry: LogEntry) => void,
) {
  /** @throws Refusal `not_found` for a trace that is not ours */
  const settle = async (trace: string, askedBy: AskedBy): Promise<Settlement> => {
    const answer = await queryPaymentStatus(gateway, trace, log);
    return asShop((shop) =>
      shop.rpc('settle_payment', { p_trace: trace, p_answer: answer, p_asked_by: askedBy }),
    );
  };
  return {
    settle,
    /** Asks about an order's undecided transaction, unless it was asked about in the last ten seconds. */
    refresh: async (orderId: string): Promise<void> => {
      const trace = await asShop((shop) => shop.rpc('transaction_to_ask', { p_order_id: orderId }));
      if (trace) await settle(trace, 'shopper');
    },
  };
}
