import type { SupabaseClient } from '@supabase/supabase-js';
import type { Outcome } from '../contract/payment-return.ts';
import { type DatabaseError, refusalFromDatabase } from '../http/refusal.ts';
import type { LogEntry } from '../http/log.ts';
import type { Database } from '../postgres-schema.ts';
import type { GatewaySettings } from './gateway-settings.ts';
import { queryPaymentStatus } from './status-query.ts';

/** The true state of a transaction, as the database tells it. */
export type Settlement = {
  orderId: string;
  orderStatus: string;
  transactionStatus: string;
  reference: string;
  transactionId: string | null;
  errorCode: string | null;
  errorMessage: string | null;
  outcome: Outcome;
};

/** Who wanted to know; kept with the bank's answer. */
export type AskedBy = 'return' | 'reconcile' | 'shopper' | 'owner';

/** Asking the bank about a transaction and settling it by the answer: one road, whoever walks it. */
export function paymentSettlement(
  asShop: SupabaseClient<Database>,
  gateway: GatewaySettings,
  log: (entry: LogEntry) => void,
) {
  const settle = async (trace: string, askedBy: AskedBy): Promise<Settlement> => {
    const answer = await queryPaymentStatus(gateway, trace, log);
    const { data, error } = await asShop.rpc('settle_payment', {
      p_trace: trace,
      p_answer: answer,
      p_asked_by: askedBy,
    });
    if (error) throw databaseFailure(error);
    return data as Settlement;
  };
  return {
    /** @throws Refusal `not_found` for a trace that is not ours */
    settle,
    /** Asks about an order's undecided transaction, unless it was asked about in the last ten seconds. */
    refresh: async (orderId: string): Promise<void> => {
      const { data, error } = await asShop.rpc('transaction_to_ask', { p_order_id: orderId });
      if (error) throw databaseFailure(error);
      if (data) await settle(data, 'shopper');
    },
  };
}

export function databaseFailure(error: DatabaseError): Error {
  return refusalFromDatabase(error) ?? new Error(`Database: ${error.code}: ${error.message}`);
}
