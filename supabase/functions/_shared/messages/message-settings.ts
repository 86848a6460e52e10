import { type Env, requiredEnv } from '../http/required-env.ts';
import { africasTalkingSms } from './africas-talking-sms.ts';
import type { MessageChannel } from './message-channel.ts';
import { resendEmail } from './resend-email.ts';
import { whatsAppMessage } from './whatsapp-message.ts';

/**
 * The ways to reach people that the settings of the functions set up. Each is
 * off until its key is there; the `…_URL`s are for stand-ins.
 * @throws Error naming the setting that a chosen channel lacks
 */
export function messageChannels(env: Env): MessageChannel[] {
  const channels: MessageChannel[] = [];

  const mailKey = env.get('RESEND_API_KEY');
  if (mailKey) {
    channels.push(
      resendEmail({
        url: env.get('RESEND_URL') || 'https://api.resend.com',
        apiKey: mailKey,
        from: requiredEnv(env, 'EMAIL_FROM'),
        replyTo: env.get('EMAIL_REPLY_TO') || undefined,
      }),
    );
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
