import { gatewaySettings } from '../_shared/card-gateway/gateway-settings.ts';
import { paymentDecisions } from '../_shared/card-gateway/payment-decision.ts';
import { logLine } from '../_shared/logging/log.ts';
import { outboxCall } from '../_shared/messages/outbox-call.ts';
import { daraja } from '../_shared/mpesa/daraja.ts';
import { mpesaSettings } from '../_shared/mpesa/mpesa-settings.ts';
import { supabaseClients } from '../_shared/supabase/supabase-clients.ts';
import { createPaymentNotices } from './payment-notices.ts';

const { env } = Deno;
const { asShop } = supabaseClients(env);
const settings = mpesaSettings(env);
const mpesa = settings && daraja(settings, logLine);
const decisions = paymentDecisions(asShop, gatewaySettings(env), mpesa, logLine, outboxCall(env));

Deno.serve(
  createPaymentNotices({
    noticesToken: settings?.noticesToken ?? null,
    notePromptResult: (trace, told) => asShop.rpc('note_prompt_result', { p_trace: trace, p_told: told }),
    notePayments: (payments) => asShop.rpc('note_paybill_payments', { p_payments: payments }),
    decide: (question) => decisions.decide(question, 'return'),
    // The platform ends a function after its reply unless it is told of work that goes on.
    goOn: (work) => {
      (globalThis as { EdgeRuntime?: { waitUntil(work: Promise<unknown>): void } }).EdgeRuntime?.waitUntil(
        work,
      );
    },
    log: logLine,
  }),
);
