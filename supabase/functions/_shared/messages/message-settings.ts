import { shopFacts } from '../contract/shop-facts.ts';
import { type Env, requiredEnv } from '../http/required-env.ts';
import { africasTalkingSms } from './africas-talking-sms.ts';
import { brevoEmail } from './brevo-email.ts';
import type { MessageChannels } from './message-channel.ts';
import { resendEmail } from './resend-email.ts';
import { whatsAppMessage } from './whatsapp-message.ts';

/**
 * The channels that the settings of the functions set up. Each is off until its key is there; the `…_URL`s are for
 * stand-ins.
 * @throws Error naming the setting that a chosen channel lacks
 */
export function messageChannels(env: Env): MessageChannels {
  const channels: MessageChannels = {};
  const sender = () => ({
    from: requiredEnv(env, 'EMAIL_FROM'),
    replyTo: env.get('EMAIL_REPLY_TO') || shopFacts.email,
  });

  const resendKey = env.get('RESEND_API_KEY');
  const brevoKey = env.get('BREVO_API_KEY');
  if (resendKey) {
    const url = env.get('RESEND_URL') || 'https://api.resend.com';
    channels.email = resendEmail({ url, apiKey: resendKey, ...sender() });
  } else if (brevoKey) {
    const url = env.get('BREVO_URL') || 'https://api.brevo.com';
    channels.email = brevoEmail({ url, apiKey: brevoKey, ...sender() });
  }

  const smsKey = env.get('AFRICAS_TALKING_API_KEY');
  if (smsKey) {
    channels.sms = africasTalkingSms({
      url: env.get('AFRICAS_TALKING_URL') || 'https://api.africastalking.com',
      username: requiredEnv(env, 'AFRICAS_TALKING_USERNAME'),
      apiKey: smsKey,
      senderId: env.get('AFRICAS_TALKING_SENDER_ID'),
    });
  }

  const whatsAppToken = env.get('WHATSAPP_ACCESS_TOKEN');
  if (whatsAppToken) {
    channels.whatsapp = whatsAppMessage({
      url: env.get('WHATSAPP_URL') || 'https://graph.facebook.com',
      version: env.get('WHATSAPP_API_VERSION') || 'v23.0',
      phoneNumberId: requiredEnv(env, 'WHATSAPP_PHONE_NUMBER_ID'),
      accessToken: whatsAppToken,
    });
  }
  return channels;
}
