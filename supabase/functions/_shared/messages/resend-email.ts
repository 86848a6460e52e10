import type { MessageChannel, SendResult } from './message-channel.ts';
import { acceptedWith, failureResult, sendJson, type ProviderAnswer, textIn } from './provider-request.ts';

type EmailSettings = {
  url: string;
  apiKey: string;
  /** `Shop <orders@shop.example>`. */
  from: string;
  /** An address that people read; without it the shop's own, which comes with each message. */
  replyTo?: string;
};

/**
 * E-mail through Resend: https://resend.com/docs/api-reference/emails/send-email.
 * It remembers an `Idempotency-Key` for 24 hours: https://resend.com/docs/dashboard/emails/idempotency-keys.
 */
export function resendEmail(settings: EmailSettings): MessageChannel {
  return {
    channel: 'email',
    provider: 'resend',
    keySeconds: 24 * 3600,
    send: ({ key, recipient, kind, orderId, content }) =>
      sendJson(
        `${settings.url}/emails`,
        {
          authorization: `Bearer ${settings.apiKey}`,
          'idempotency-key': key,
        },
        {
          from: settings.from,
          to: [recipient],
          reply_to: settings.replyTo ?? content.replyTo,
          subject: content.subject,
          html: content.html,
          text: content.text,
          tags: [{ name: 'kind', value: kind }, ...(orderId ? [{ name: 'order', value: orderId }] : [])],
        },
        resultOf,
      ),
  };
}

function resultOf(answer: ProviderAnswer): SendResult {
  const { status, body } = answer;
  if (status === 200) return acceptedWith(body.id, status);
  const name = textIn(body, 'name');
  // The first attempt under this key is still running: its answer comes with the next attempt.
  if (status === 409 && name === 'concurrent_idempotent_requests')
    return { outcome: 'unknown', reason: name };
  // A wrong key, domain or quota is the shop's fault, not the message's: once it is put right, the message goes out.
  if (status === 401 || status === 403)
    return { outcome: 'refused', reason: `${status}: ${textIn(body, 'message') || name}` };
  return failureResult(answer);
}
