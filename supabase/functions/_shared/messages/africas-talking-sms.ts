import type { MessageChannel, SendResult } from './message-channel.ts';
import { sendToProvider, failureResult, type ProviderAnswer } from './provider-request.ts';

/**
 * SMS through Africa's Talking: https://developers.africastalking.com/docs/sms/sending/bulk. It knows no idempotency
 * key, so a message without an answer is never sent again by itself. One 201 can hold a refused recipient.
 */
export function africasTalkingSms(settings: {
  url: string;
  username: string;
  apiKey: string;
  /** A registered sender id, at most 11 letters; empty for the provider's own. */
  senderId?: string;
}): MessageChannel {
  return {
    channel: 'sms',
    provider: 'africas-talking',
    keySeconds: 0,
    send: ({ recipient, kind, orderId, content }) =>
      sendToProvider(
        `${settings.url}/version1/messaging`,
        {
          apiKey: settings.apiKey,
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
          // The provider has no field for these; its log shows them.
          'x-message-kind': kind,
          ...(orderId && { 'x-message-order': orderId }),
        },
        new URLSearchParams({
          username: settings.username,
          to: recipient,
          message: content.text,
          ...(settings.senderId && { from: settings.senderId }),
          bulkSMSMode: '1',
          enqueue: '1',
        }).toString(),
        resultOf,
      ),
  };
}

type Recipient = { statusCode?: unknown; status?: unknown; messageId?: unknown };

function resultOf(answer: ProviderAnswer): SendResult {
  if (answer.status === 401 || answer.status === 403) {
    return { outcome: 'refused', reason: `${answer.status}: the API key was not accepted` };
  }
  if (answer.status !== 201) return failureResult(answer);
  const data = answer.body.SMSMessageData as { Message?: unknown; Recipients?: Recipient[] } | undefined;
  const recipient = data?.Recipients?.[0];
  // Refused as a whole, for instance InvalidSenderId: nothing was sent.
  if (!recipient) {
    return data
      ? { outcome: 'refused', reason: `201: ${String(data.Message ?? 'no recipient')}` }
      : { outcome: 'unknown', reason: '201 without recipients' };
  }
  const code = Number(recipient.statusCode);
  if (code >= 100 && code <= 102) return { outcome: 'accepted', providerId: String(recipient.messageId) };
  const reason = `${code}: ${String(recipient.status)}`;
  // RiskHold, InvalidSenderId, InsufficientBalance and the gateway's own errors pass; the others are about this number.
  return { outcome: [401, 402, 405, 407, 500, 501, 502].includes(code) ? 'refused' : 'rejected', reason };
}
