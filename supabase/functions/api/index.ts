import { gatewaySettings } from '../_shared/card-gateway/gateway-settings.ts';
import { paymentDecisions } from '../_shared/card-gateway/payment-decision.ts';
import { buildPaymentForm } from '../_shared/card-gateway/payment-form.ts';
import { confirmationKeys } from '../_shared/secrets/confirmation-key.ts';
import { orderLinks } from '../_shared/secrets/order-link.ts';
import { base64 } from '../_shared/secrets/base64-url.ts';
import { logLine } from '../_shared/logging/log.ts';
import { daraja } from '../_shared/mpesa/daraja.ts';
import { mpesaSettings } from '../_shared/mpesa/mpesa-settings.ts';
import { requiredEnv, siteUrlOf } from '../_shared/http/required-env.ts';
import { sealer } from '../_shared/secrets/sealed-text.ts';
import { outboxCall, outboxWatch } from '../_shared/messages/outbox-call.ts';
import { supabaseClients } from '../_shared/supabase/supabase-clients.ts';
import { createApp } from './app.ts';
import { shopHealthOf } from './data/shop-health.ts';
import { supabaseAccounts, supabaseOwnData, supabaseEmailConfirmations } from './data/supabase-accounts.ts';
import { supabaseAdministration } from './data/supabase-administration.ts';
import { supabaseCarts } from './data/supabase-carts.ts';
import { supabaseCatalogue, supabaseDelivery } from './data/supabase-catalogue.ts';
import { supabaseLimits } from './data/supabase-limits.ts';
import { supabaseOrders } from './data/supabase-orders.ts';
import { supabasePasswords } from './data/supabase-passwords.ts';
import { supabaseSecondFactors } from './data/supabase-second-factors.ts';
import { supabaseSessions } from './data/supabase-sessions.ts';

const { env } = Deno;
const gateway = gatewaySettings(env);
const safaricom = mpesaSettings(env);
const mpesa = safaricom && daraja(safaricom, logLine);
const clients = supabaseClients(env);
const linkSecret = requiredEnv(env, 'ORDER_LINK_SECRET');
const sendMessages = outboxCall(env);
const encryptionKey = requiredEnv(env, 'DATA_ENCRYPTION_KEY');

const paymentsBy = (asShop: typeof clients.asShop) =>
  paymentDecisions(asShop, gateway, mpesa, logLine, sendMessages);

const app = createApp({
  edgeProxySecret: requiredEnv(env, 'EDGE_PROXY_SECRET'),
  catalogue: supabaseCatalogue(clients),
  delivery: supabaseDelivery(clients),
  shop: {
    details: () => clients.asShop.rpc('shop_details'),
    text: (page) => clients.asShop.rpc('shop_text', { p_page: page }),
    logo: () =>
      clients.asShop(async ({ storage }) => {
        const { data: file } = await storage
          .from('shop')
          .download('logo.jpg')
          // It broke off half-way.
          .catch(() => ({ data: null }));
        const data = file && `data:image/jpeg;base64,${base64(new Uint8Array(await file.arrayBuffer()))}`;
        return { status: 200, data, error: null };
      }),
  },
  orders: supabaseOrders(clients),
  accounts: supabaseAccounts(clients),
  passwords: supabasePasswords(clients, siteUrlOf(env)),
  ownData: supabaseOwnData(clients),
  emailConfirmations: supabaseEmailConfirmations(clients, confirmationKeys(linkSecret)),
  secondFactors: supabaseSecondFactors(clients, sealer(encryptionKey, 'second factors')),
  carts: supabaseCarts(clients),
  sessions: supabaseSessions(clients, sealer(encryptionKey, 'session tokens')),
  paymentForms: {
    build: ({ order, transaction }, siteOrigin) =>
      buildPaymentForm(gateway, { ...transaction, orderId: order.id }, siteOrigin),
  },
  payments: paymentsBy(clients.asShop),
  orderLinks: orderLinks(linkSecret),
  administration: supabaseAdministration(clients, (actorId) => paymentsBy(clients.asShopFor(actorId))),
  limits: supabaseLimits(clients),
  health: shopHealthOf(clients, {
    bank: gateway.url,
    hasMail: Boolean(env.get('RESEND_API_KEY')),
  }),
  healthKey: env.get('HEALTH_KEY') || null,
  sendMessages,
  log: logLine,
});

const watchOutbox = outboxWatch(sendMessages);

Deno.serve((request) => {
  watchOutbox();
  return app.fetch(request);
});
