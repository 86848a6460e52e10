import { sha256Hex } from '../http/sha256.ts';
import type { MessageChannel, SendResult } from './message-channel.ts';
import { acceptedWith, failureResult, sendJson, type ProviderAnswer, textIn } from './provider-request.ts';
import type { EmailSender } from './resend-email.ts';

/**
 * E-mail through Brevo: https://developers.brevo.com/reference/sendtransacemail. Its key is a UUID in the body, kept
 * for 30 minutes: https://developers.brevo.com/docs/heterogenous-versions-batch-emails.
 */
export function brevoEmail(settings: { url: string; apiKey: string } & EmailSender): MessageChannel {
  return {
    channel: 'email',
    provider: 'brevo',
    keySeconds: 30 * 60,
    send: async ({ key, recipient, kind, content }) =>
      sendJson(
        `${settings.url}/v3/smtp/email`,
        {
          'api-key': settings.apiKey,
          accept: 'application/json',
        },
        {
          sender: mailbox(settings.from),
          replyTo: mailbox(settings.replyTo),
          to: [{ email: recipient }],
          subject: content.subject,
          htmlContent: content.html,
          textContent: content.text,
          tags: [kind],
          headers: { idempotencyKey: uuidOf(key) },
        },
        resultOf,
      ),
  };
}

function resultOf(answer: ProviderAnswer): SendResult {
  const { status, body } = answer;
  if (status === 201 || status === 202) return acceptedWith(body.messageId, status);
  if ([401, 402, 403].includes(status))
    return { outcome: 'refused', reason: `${status}: ${textIn(body, 'message')}` };
  return failureResult(answer);
}

/** `Shop <orders@shop.example>` as Brevo wants it. */
function mailbox(address: string): { name?: string; email: string } {
  const [, name, email] = /^(.*?)\s*<([^<>]+)>$/.exec(address) ?? [];
  return email ? { name, email } : { email: address };
}

/** A UUID that is the same for the same key (RFC 9562, version 8). */
function uuidOf(key: string): string {
  const hex = sha256Hex(key);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
