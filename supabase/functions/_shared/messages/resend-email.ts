import type { MessageChannel, SendResult } from './message-channel.ts';
import { sendToProvider, failureResult, type ProviderAnswer, textIn } from './provider-request.ts';

export type EmailSender = {
  /** `Shop <orders@shop.example>`. */
  from: string;
  /** An address that people read. */
  replyTo: string;
};

/**
 * E-mail through Resend: https://resend.com/docs/api-reference/emails/send-email.
 * It remembers an `Idempotency-Key` for 24 hours: https://resend.com/docs/dashboard/emails/idempotency-keys.
 */
export function resendEmail(settings: { url: string; apiKey: string } & EmailSender): MessageChannel {
  return {
    channel: 'email',
    provider: 'resend',
    keySeconds: 24 * 3600,
    send: ({ key, recipient, kind, orderId, content }) =>
      sendToProvider(
        `${settings.url}/emails`,
        {
          headers: {
            authorization: `Bearer ${settings.apiKey}`,
            'content-type': 'application/json',
            'idempotency-key': key,
          },
          body: JSON.stringify({
            from: settings.from,
            to: [recipient],
            reply_to: settings.replyTo,
            subject: content.subject,
            html: content.html,
            text: content.text,
            tags: [{ name: 'kind', value: kind }, ...(orderId ? [{ name: 'order', value: orderId }] : [])],
          }),
        },
        resultOf,
      ),
  };
}

function resultOf(answer: ProviderAnswer): SendResult {
  const { status, body } = answer;
  if (status === 200) {
    const id = textIn(body, 'id');
    return id
      ? { outcome: 'accepted', providerId: id }
      : { outcome: 'unknown', reason: '200 without the message’s id' };
  }
  const name = textIn(body, 'name');
  // The first attempt under this key is still running: its answer comes with the next attempt.
  if (status === 409 && name === 'concurrent_idempotent_requests')
    return { outcome: 'unknown', reason: name };
  // A wrong key, domain or quota is the shop's fault, not the message's: once it is put right, the message goes out.
  if (status === 401 || status === 403)
    return { outcome: 'refused', reason: `${status}: ${textIn(body, 'message') || name}` };
  return failureResult(answer);
}
