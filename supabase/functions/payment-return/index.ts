import { gatewaySettings } from '../_shared/card-gateway/gateway-settings.ts';
import { paymentDecisions } from '../_shared/card-gateway/payment-decision.ts';
import { logLine } from '../_shared/logging/log.ts';
import { requiredEnv } from '../_shared/http/required-env.ts';
import { outboxCall } from '../_shared/messages/outbox-call.ts';
import { supabaseClients } from '../_shared/supabase/supabase-clients.ts';
import { createPaymentReturn } from './payment-return.ts';

const { env } = Deno;
const { asShop } = supabaseClients(env);
const decisions = paymentDecisions(asShop, gatewaySettings(env), null, logLine, outboxCall(env));

Deno.serve(
  createPaymentReturn({
    edgeProxySecret: requiredEnv(env, 'EDGE_PROXY_SECRET'),
    decidePayment: decisions.decideReturn,
    log: logLine,
  }),
);
