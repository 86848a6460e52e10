import { gatewaySettings } from '../_shared/card-gateway/gateway-settings.ts';
import { paymentSettlement } from '../_shared/card-gateway/payment-settlement.ts';
import { logLine } from '../_shared/logging/log.ts';
import { requiredEnv } from '../_shared/http/required-env.ts';
import { outboxCall } from '../_shared/messages/outbox-call.ts';
import { supabaseClients } from '../_shared/supabase/supabase-clients.ts';
import { createPaymentReturn } from './payment-return.ts';

const { env } = Deno;
const { asShop } = supabaseClients(env);
const settlement = paymentSettlement(asShop, gatewaySettings(env), logLine, outboxCall(env));

Deno.serve(
  createPaymentReturn({
    edgeProxySecret: requiredEnv(env, 'EDGE_PROXY_SECRET'),
    settlePayment: settlement.settleReturn,
    log: logLine,
  }),
);
