import type { MessageChannel, SendResult } from './message-channel.ts';
import { acceptedWith, failureResult, sendJson, type ProviderAnswer } from './provider-request.ts';

/**
 * WhatsApp through Meta's Cloud API, with templates that Meta has approved:
 * https://developers.facebook.com/documentation/business-messaging/whatsapp. It knows no idempotency key.
 */
export function whatsAppMessage(settings: {
  url: string;
  /** The version of the API, for instance `v23.0`: old versions end. */
  version: string;
  phoneNumberId: string;
  accessToken: string;
}): MessageChannel {
  return {
    channel: 'whatsapp',
    provider: 'whatsapp',
    keySeconds: 0,
    send: ({ recipient, orderId, content }) =>
      sendJson(
        `${settings.url}/${settings.version}/${settings.phoneNumberId}/messages`,
        {
          authorization: `Bearer ${settings.accessToken}`,
          // Its log shows it.
          ...(orderId && { 'x-message-order': orderId }),
        },
        {
          messaging_product: 'whatsapp',
          to: recipient.replace('+', ''),
          type: 'template',
          template: {
            name: content.template?.name,
            language: { code: content.template?.language },
            components: [
              {
                type: 'body',
                parameters: content.template?.parameters.map((text) => ({ type: 'text', text })),
              },
            ],
          },
        },
        resultOf,
      ),
  };
}

function resultOf(answer: ProviderAnswer): SendResult {
  const [message] = (answer.body.messages as { id?: unknown }[] | undefined) ?? [];
  if (answer.status === 200) return acceptedWith(message?.id, answer.status);
  const error = answer.body.error as { code?: unknown; message?: unknown } | undefined;
  if (typeof error?.code !== 'number') return failureResult(answer);
  const reason = `${error.code}: ${String(error.message)}`;
  // Meta's own outage, a wrong token, too many messages, and templates that are missing or paused: all of them pass.
  if ([2, 190, 130429, 131056, 132001, 132015].includes(error.code)) return { outcome: 'refused', reason };
  return failureResult({ ...answer, body: { message: reason } });
}
