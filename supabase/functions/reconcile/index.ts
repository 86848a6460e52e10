import { gatewaySettings } from '../_shared/card-gateway/gateway-settings.ts';
import { paymentSettlement } from '../_shared/card-gateway/payment-settlement.ts';
import { logWithErrorSink } from '../_shared/http/error-sink.ts';
import { requiredEnv } from '../_shared/http/required-env.ts';
import { outboxCall } from '../_shared/messages/outbox-call.ts';
import { supabaseClients } from '../_shared/supabase/supabase-clients.ts';
import { createReconcile } from './reconcile.ts';

const { env } = Deno;
const log = logWithErrorSink(env, 'reconcile');
const { asShop } = supabaseClients(env);
const settlement = paymentSettlement(asShop, gatewaySettings(env), log, outboxCall(env));

Deno.serve(
  createReconcile({
    reconcileKey: requiredEnv(env, 'RECONCILE_KEY'),
    claimTransactions: (limit) => asShop((shop) => shop.rpc('claim_transactions_to_ask', { p_limit: limit })),
    settlePayment: (trace) => settlement.settle(trace, 'reconcile'),
    giveUpTransactions: () => asShop((shop) => shop.rpc('give_up_transactions')),
    purgeExpired: () => asShop((shop) => shop.rpc('purge_expired')),
    recordHeartbeat: async () => {
      await asShop((shop) => shop.rpc('record_heartbeat', { p_job: 'reconcile' }));
    },
    log,
  }),
);
