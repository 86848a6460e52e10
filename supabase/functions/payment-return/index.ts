import { createClient } from '@supabase/supabase-js';
import { gatewaySettings } from '../_shared/card-gateway/gateway-settings.ts';
import { paymentSettlement } from '../_shared/card-gateway/payment-settlement.ts';
import { logLine } from '../_shared/http/log.ts';
import { platformKey, requiredEnv } from '../_shared/http/required-env.ts';
import type { Database } from '../_shared/postgres-schema.ts';
import { createPaymentReturn } from './payment-return.ts';

const { env } = Deno;
const asShop = createClient<Database>(requiredEnv(env, 'SUPABASE_URL'), platformKey(env, 'SECRET'), {
  auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
});
const settlement = paymentSettlement(asShop, gatewaySettings(env), logLine);

Deno.serve(
  createPaymentReturn({
    edgeProxySecret: requiredEnv(env, 'EDGE_PROXY_SECRET'),
    settlePayment: (trace) => settlement.settle(trace, 'return'),
    log: logLine,
  }),
);
