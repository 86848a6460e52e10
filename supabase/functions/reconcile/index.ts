import { gatewaySettings } from '../_shared/card-gateway/gateway-settings.ts';
import { paymentDecisions } from '../_shared/card-gateway/payment-decision.ts';
import { logLine } from '../_shared/logging/log.ts';
import { daraja } from '../_shared/mpesa/daraja.ts';
import { mpesaSettings } from '../_shared/mpesa/mpesa-settings.ts';
import { requiredEnv } from '../_shared/http/required-env.ts';
import { outboxCall } from '../_shared/messages/outbox-call.ts';
import { supabaseClients } from '../_shared/supabase/supabase-clients.ts';
import { createReconcile } from './reconcile.ts';

/** Safaricom lists about two days; each minute the last hours are enough, and a night without calls is made up. */
const listedHours = 47;

const { env } = Deno;
const { asShop } = supabaseClients(env);
const safaricom = mpesaSettings(env);
const mpesa = safaricom && daraja(safaricom, logLine);
const decisions = paymentDecisions(asShop, gatewaySettings(env), mpesa, logLine, outboxCall(env));

Deno.serve(
  createReconcile({
    reconcileKey: requiredEnv(env, 'RECONCILE_KEY'),
    claimTransactions: (limit) => asShop.rpc('claim_transactions_to_ask', { p_limit: limit }),
    decidePayment: (question) => decisions.decide(question, 'reconcile'),
    listPayments: async () => {
      if (!mpesa || !safaricom.hasList) return 0;
      const now = Date.now();
      // A minute ahead: the list is cut at whole seconds of another clock.
      const payments = await mpesa.listPayments(
        new Date(now - listedHours * 3_600_000),
        new Date(now + 60_000),
      );
      // It is in the log, and no reason for an alarm about this job.
      if (!payments) return 0;
      return asShop.rpc('note_paybill_payments', { p_payments: payments, p_evidence: 'pull' });
    },
    giveUpTransactions: () => asShop.rpc('give_up_transactions'),
    matchOpenLines: () => asShop.rpc('match_open_lines'),
    giveOutPieces: () => asShop.rpc('give_out_pieces'),
    purgeExpired: () => asShop.rpc('purge_expired'),
    recordHeartbeat: async () => {
      await asShop.rpc('record_heartbeat', { p_job: 'reconcile' });
    },
    log: logLine,
  }),
);
