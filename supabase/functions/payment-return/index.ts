import { gatewaySettings } from '../_shared/card-gateway/gateway-settings.ts';
import { paymentSettlement } from '../_shared/card-gateway/payment-settlement.ts';
import { logWithErrorSink } from '../_shared/http/error-sink.ts';
import { requiredEnv } from '../_shared/http/required-env.ts';
import { outboxCall } from '../_shared/messages/outbox-call.ts';
import { supabaseClients } from '../_shared/supabase/supabase-clients.ts';
import { createPaymentReturn } from './payment-return.ts';

const { env } = Deno;
const log = logWithErrorSink(env, 'payment-return');
const { asShop } = supabaseClients(env);
const settlement = paymentSettlement(asShop, gatewaySettings(env), log, outboxCall(env));

Deno.serve(
  createPaymentReturn({
    edgeProxySecret: requiredEnv(env, 'EDGE_PROXY_SECRET'),
    settlePayment: settlement.settleReturn,
    log,
  }),
);
