import { cleanText } from '../contract/clean-text.ts';
import { sentText } from './sent-text.ts';

/** One payment to the paybill, as Safaricom tells or lists it. */
export type PaybillPayment = {
  /** `TKT7A1B2C3` */
  receipt: string;
  /** As the buyer typed it. */
  account: string;
  cents: number;
  /** The name, as far as it is told. */
  payer: string;
  /** ISO 8601. */
  paidAt: string;
};

/** The payment in a notice of Safaricom (its C2B confirmation); null for any other text. */
export function readPaybillNotice(body: unknown): PaybillPayment | null {
  if (typeof body !== 'object' || body === null) return null;
  const notice = body as Record<string, unknown>;
  return payment({
    receipt: notice.TransID,
    account: notice.BillRefNumber,
    amount: notice.TransAmount,
    payer: [notice.FirstName, notice.MiddleName, notice.LastName].map(sentText).filter(Boolean).join(' '),
    paidAt: notice.TransTime,
  });
}

/** The payments in a page of Safaricom's list; null when it is no list. An empty one says so by its code. */
export function readPaymentsInList(body: Record<string, unknown>): PaybillPayment[] | null {
  if (sentText(body.ResponseCode) === '1001') return [];
  if (!Array.isArray(body.Response)) return null;
  return (body.Response.flat() as unknown[])
    .map((row) => {
      const entry = (row ?? {}) as Record<string, unknown>;
      return payment({
        receipt: entry.transactionId,
        account: entry.billreference,
        amount: entry.amount,
        payer: sentText(entry.sender),
        paidAt: entry.trxDate,
      });
    })
    .filter((entry) => entry !== null);
}

function payment(sent: {
  receipt: unknown;
  account: unknown;
  amount: unknown;
  payer: string;
  paidAt: unknown;
}): PaybillPayment | null {
  const receipt = sentText(sent.receipt).toUpperCase();
  const amount = Number(sentText(sent.amount).replaceAll(',', ''));
  const cents = Math.round(amount * 100);
  if (!/^[A-Z0-9]{10}$/.test(receipt) || !(cents >= 1 && cents <= 9_999_999_900)) return null;
  return {
    receipt,
    account: cleanText(sentText(sent.account), 100),
    cents,
    payer: cleanText(sent.payer, 200),
    paidAt: timeOf(sentText(sent.paidAt)),
  };
}

/** `20261129153000` and `2026-11-29 15:30:00` are Nairobi's time, unless a zone is said; what cannot be read is now. */
function timeOf(sent: string): string {
  if (/Z$|[+-]\d\d:\d\d$/.test(sent) && !Number.isNaN(Date.parse(sent))) return new Date(sent).toISOString();
  const digits = sent.replace(/\D/g, '');
  const at = new Date(
    `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6, 8)}T${digits.slice(8, 10)}:${digits.slice(10, 12)}:${digits.slice(12, 14)}+03:00`,
  );
  return (Number.isNaN(at.getTime()) ? new Date() : at).toISOString();
}
