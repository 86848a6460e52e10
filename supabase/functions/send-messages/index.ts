import { confirmationKeys } from '../_shared/http/confirmation-key.ts';
import { orderLinks } from '../_shared/http/order-link.ts';
import { logWithErrorSink } from '../_shared/http/error-sink.ts';
import { requiredEnv, siteUrlOf } from '../_shared/http/required-env.ts';
import { messageChannels } from '../_shared/messages/message-settings.ts';
import { supabaseClients } from '../_shared/supabase/supabase-clients.ts';
import { messageLinks } from './message-links.ts';
import { createSendMessages } from './send-messages.ts';
import { supabaseOutbox } from './supabase-outbox.ts';

const { env } = Deno;
const log = logWithErrorSink(env, 'send-messages');
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
      return renderMessage(message);
    },
    log,
  }),
);
