import { sentText } from './sent-text.ts';

/** What Safaricom's notice says of a prompt. */
export type PromptNotice = {
  checkoutId: string;
  /** `0`: paid, it says. */
  code: string;
  receipt: string | null;
  cents: number | null;
};

/** Reads a notice. Its items come in any order, and are missing when nothing was paid. Null for any other text. */
export function readPromptNotice(body: unknown): PromptNotice | null {
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
