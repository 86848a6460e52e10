import { gatewaySettings } from '../_shared/card-gateway/gateway-settings.ts';
import { paymentDecisions } from '../_shared/card-gateway/payment-decision.ts';
import { logLine } from '../_shared/logging/log.ts';
import { requiredEnv } from '../_shared/http/required-env.ts';
import { outboxCall } from '../_shared/messages/outbox-call.ts';
import { supabaseClients } from '../_shared/supabase/supabase-clients.ts';
import { createReconcile } from './reconcile.ts';

const { env } = Deno;
const { asShop } = supabaseClients(env);
const decisions = paymentDecisions(asShop, gatewaySettings(env), logLine, outboxCall(env));

Deno.serve(
  createReconcile({
    reconcileKey: requiredEnv(env, 'RECONCILE_KEY'),
    claimTransactions: (limit) => asShop((shop) => shop.rpc('claim_transactions_to_ask', { p_limit: limit })),
    decidePayment: (trace) => decisions.decide(trace, 'reconcile'),
    giveUpTransactions: () => asShop((shop) => shop.rpc('give_up_transactions')),
    matchOpenLines: () => asShop((shop) => shop.rpc('match_open_lines')),
    purgeExpired: () => asShop((shop) => shop.rpc('purge_expired')),
    recordHeartbeat: async () => {
      await asShop((shop) => shop.rpc('record_heartbeat', { p_job: 'reconcile' }));
    },
    log: logLine,
  }),
);
