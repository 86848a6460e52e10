import { createClient } from '@supabase/supabase-js';
import { gatewaySettings } from '../_shared/card-gateway/gateway-settings.ts';
import { databaseFailure, paymentSettlement } from '../_shared/card-gateway/payment-settlement.ts';
import { logLine } from '../_shared/http/log.ts';
import { platformKey, requiredEnv } from '../_shared/http/required-env.ts';
import type { Database } from '../_shared/postgres-schema.ts';
import { createReconcile } from './reconcile.ts';

const { env } = Deno;
const asShop = createClient<Database>(requiredEnv(env, 'SUPABASE_URL'), platformKey(env, 'SECRET'), {
  auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
});
const settlement = paymentSettlement(asShop, gatewaySettings(env), logLine);

Deno.serve(
  createReconcile({
    reconcileKey: requiredEnv(env, 'RECONCILE_KEY'),
    claimTransactions: async (limit) => {
      const { data, error } = await asShop.rpc('claim_transactions_to_ask', { p_limit: limit });
      if (error) throw databaseFailure(error);
      return data;
    },
    settlePayment: (trace) => settlement.settle(trace, 'reconcile'),
    giveUpTransactions: async () => {
      const { data, error } = await asShop.rpc('give_up_transactions');
      if (error) throw databaseFailure(error);
      return data;
    },
    log: logLine,
  }),
);
