import { cleanText } from '../_shared/contract/clean-text.ts';
import { readLimited } from '../_shared/http/limited-body.ts';
import { Refusal } from '../_shared/http/refusal.ts';
import type { LogEntry } from '../_shared/logging/log.ts';
import { withRequestLine } from '../_shared/logging/request-line.ts';
import { type PaybillPayment, readPaybillNotice } from '../_shared/mpesa/paybill-payment.ts';
import type { Json } from '../_shared/postgres-schema.ts';
import { sameSecret } from '../_shared/secrets/same-secret.ts';
import type { Question } from '../_shared/supabase/sql-replies.ts';
import { sentText } from '../_shared/mpesa/sent-text.ts';

export type PaymentNoticesDeps = {
  /** Null in a shop without M-Pesa. */
  noticesToken: string | null;
  /** Stores what was told of a prompt, by the secret part of its address. @throws Refusal `not_found` */
  notePromptResult(
    trace: string,
    told: PromptNotice,
  ): Promise<{ step: string } | ({ step: 'ask' } & Question)>;
  notePayments(payments: (PaybillPayment & { body: Json })[]): Promise<number>;
  decide(question: Question): Promise<unknown>;
  /** Work that goes on after the reply. */
  goOn(work: Promise<unknown>): void;
  log(entry: LogEntry): void;
};

const maxBytes = 20_000;

/**
 * What Safaricom tells about payments by M-Pesa: `/payment-notices/prompt/<secret of the prompt>` and
 * `/payment-notices/paybill/<secret of the shop>`. Nothing that is told is evidence, since nobody signs it: it is stored,
 * answered at once, and then Safaricom is asked. Neither address has a word that Safaricom forbids.
 */
export function createPaymentNotices(deps: PaymentNoticesDeps): (request: Request) => Promise<Response> {
  return withRequestLine(deps.log, async (request, log) => {
    const [kind, secret = ''] = new URL(request.url).pathname.split('/').slice(-2);
    if (request.method !== 'POST') throw new Refusal('method_not_allowed', { headers: { allow: 'POST' } });
    const body = jsonIn(await readLimited(request, maxBytes));
    if (kind === 'prompt') {
      const told = readPromptNotice(body);
      if (!/^[0-9a-f]{64}$/.test(secret)) throw new Refusal('not_found');
      if (!told) throw new Refusal('invalid_request');
      const next = await deps.notePromptResult(secret, told);
      log({ level: 'info', event: 'prompt_notice', code: told.code, step: next.step });
      if ('trace' in next)
        deps.goOn(
          deps.decide(next).catch((error: unknown) => {
            // The schedule asks again.
            log({ level: 'warn', event: 'prompt_notice_undecided', message: String(error) });
          }),
        );
      return taken();
    }
    if (kind !== 'paybill' || !deps.noticesToken || !sameSecret(secret, deps.noticesToken))
      throw new Refusal('not_found');
    const payment = readPaybillNotice(body);
    if (!payment) throw new Refusal('invalid_request');
    await deps.notePayments([{ ...payment, body }]);
    log({ level: 'info', event: 'paybill_notice', receipt: payment.receipt });
    return taken();
  });
}

const taken = () => Response.json({ ResultCode: 0, ResultDesc: 'Accepted' });

function jsonIn(body: string): Json {
  try {
    // What Postgres does not store must not lose the rest.
    return JSON.parse(body, (_, value: Json) =>
      typeof value === 'string' ? cleanText(value) : value,
    ) as Json;
  } catch {
    throw new Refusal('invalid_json');
  }
}

/** What Safaricom's notice says of a prompt. */
type PromptNotice = {
  checkoutId: string;
  /** `0`: paid, it says. */
  code: string;
  receipt: string | null;
  cents: number | null;
};

/** Reads a notice. Its items come in any order, and are missing when nothing was paid. Null for any other text. */
function readPromptNotice(body: unknown): PromptNotice | null {
  const notice = (body as { Body?: { stkCallback?: Record<string, unknown> } } | null)?.Body?.stkCallback;
  const checkoutId = sentText(notice?.CheckoutRequestID);
  if (!notice || !/^[\w.-]{1,100}$/.test(checkoutId)) return null;
  const metadata = notice.CallbackMetadata as { Item?: unknown } | null | undefined;
  const items = (Array.isArray(metadata?.Item) ? metadata.Item : []) as { Name?: unknown; Value?: unknown }[];
  const valueOf = (name: string) => sentText(items.find((item) => item?.Name === name)?.Value);
  const receipt = valueOf('MpesaReceiptNumber').toUpperCase();
  const cents = Math.round(Number(valueOf('Amount')) * 100);
  return {
    checkoutId,
    code: sentText(notice.ResultCode).slice(0, 20),
    receipt: /^[A-Z0-9]{10}$/.test(receipt) ? receipt : null,
    cents: cents > 0 && cents <= 9_999_999_900 ? cents : null,
  };
}
