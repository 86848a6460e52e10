import { shopFacts } from '../contract/shop-facts.ts';
import { type Env, requiredEnv } from '../http/required-env.ts';
import { africasTalkingSms } from './africas-talking-sms.ts';
import { brevoEmail } from './brevo-email.ts';
import type { MessageChannel } from './message-channel.ts';
import { resendEmail } from './resend-email.ts';
import { whatsAppMessage } from './whatsapp-message.ts';

/**
 * The ways to reach people that the settings of the functions set up, the first of a channel for new messages. Each is
 * off until its key is there; the `…_URL`s are for stand-ins. With two mail providers, the second settles what went
 * through it before.
 * @throws Error naming the setting that a chosen channel lacks
 */
export function messageChannels(env: Env): MessageChannel[] {
  const channels: MessageChannel[] = [];
  const sender = () => ({
    from: requiredEnv(env, 'EMAIL_FROM'),
    replyTo: env.get('EMAIL_REPLY_TO') || shopFacts.email,
  });

  const resendKey = env.get('RESEND_API_KEY');
  const brevoKey = env.get('BREVO_API_KEY');
  if (resendKey) {
    const url = env.get('RESEND_URL') || 'https://api.resend.com';
    channels.push(resendEmail({ url, apiKey: resendKey, ...sender() }));
  }
  if (brevoKey) {
    const url = env.get('BREVO_URL') || 'https://api.brevo.com';
    channels.push(brevoEmail({ url, apiKey: brevoKey, ...sender() }));
  }

  const smsKey = env.get('AFRICAS_TALKING_API_KEY');
  if (smsKey) {
    channels.push(
      africasTalkingSms({
        url: env.get('AFRICAS_TALKING_URL') || 'https://api.africastalking.com',
        username: requiredEnv(env, 'AFRICAS_TALKING_USERNAME'),
        apiKey: smsKey,
        senderId: env.get('AFRICAS_TALKING_SENDER_ID'),
      }),
    );
  }

  const whatsAppToken = env.get('WHATSAPP_ACCESS_TOKEN');
  if (whatsAppToken) {
    channels.push(
      whatsAppMessage({
        url: env.get('WHATSAPP_URL') || 'https://graph.facebook.com',
        version: env.get('WHATSAPP_API_VERSION') || 'v23.0',
        phoneNumberId: requiredEnv(env, 'WHATSAPP_PHONE_NUMBER_ID'),
        accessToken: whatsAppToken,
      }),
    );
  }
  return channels;
}
