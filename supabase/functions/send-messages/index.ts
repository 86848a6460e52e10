import { confirmationKeys } from '../_shared/secrets/confirmation-key.ts';
import { orderLinks } from '../_shared/secrets/order-link.ts';
import { logLine } from '../_shared/logging/log.ts';
import { requiredEnv, siteUrlOf } from '../_shared/http/required-env.ts';
import { messageChannels } from '../_shared/messages/message-settings.ts';
import { supabaseClients } from '../_shared/supabase/supabase-clients.ts';
import { messageLinks } from './message-links.ts';
import { createSendMessages } from './send-messages.ts';
import { supabaseOutbox } from './supabase-outbox.ts';

const { env } = Deno;
const { asShop } = supabaseClients(env);
const linkSecret = requiredEnv(env, 'ORDER_LINK_SECRET');
const channels = messageChannels(env);

Deno.serve(
  createSendMessages({
    jobKey: requiredEnv(env, 'RECONCILE_KEY'),
    channels,
    ...supabaseOutbox(asShop, channels),
    linkOf: messageLinks(siteUrlOf(env), orderLinks(linkSecret), confirmationKeys(linkSecret)),
    // Loaded with the first message: most calls find none to send, and it is half of what this function loads.
    render: async (message) => {
      const { renderMessage } = await import('../_shared/messages/render-message.ts');
      return renderMessage(message, await asShop.rpc('shop_details'));
    },
    log: logLine,
  }),
);
