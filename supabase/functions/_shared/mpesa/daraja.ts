import { timeLimits } from '../contract/time-limits.ts';
import { base64 } from '../secrets/base64-url.ts';
import type { LogEntry } from '../logging/log.ts';
import type { MpesaSettings } from './mpesa-settings.ts';
import { readPaymentsInList, type PaybillPayment } from './paybill-payment.ts';
import { sentText } from './sent-text.ts';

/** What became of sending a prompt; null: nobody knows, and it may have gone out. */
export type PromptAnswer =
  | { status: 'sent'; checkoutId: string }
  | { status: 'refused'; code: string; description: string };

/** Safaricom's answer to the query about a prompt, in the form of a bank's answer: no sum, no receipt, no phone. */
export type PromptStatus = { trace: string; checkoutId: string; status: string; description: string };

/** In characters; a real answer is below 1 kB, a list of a hundred payments about 30 kB. */
const maxAnswerLength = 500_000;

/** Safaricom's API. No call throws. Without an answer, or with one that cannot be read, it returns null, which decides nothing. */
export function daraja(settings: MpesaSettings, log: (entry: LogEntry) => void) {
  const { url, shortcode, passkey, till } = settings;
  let token: { text: string; goodUntil: number } | null = null;

  const newToken = async (): Promise<string | null> => {
    const answer = await answerOf(
      fetch(`${url}/oauth/v1/generate?grant_type=client_credentials`, {
        headers: { authorization: `Basic ${base64(encoded(`${settings.key}:${settings.secret}`))}` },
        signal: AbortSignal.timeout(timeLimits.bank / 2),
      }),
    );
    const text = answer && sentText(answer.body.access_token);
    if (!text) return null;
    const seconds = Number(answer.body.expires_in) || 0;
    // A minute early: it must not run out on the way.
    token = { text, goodUntil: Date.now() + (seconds - 60) * 1000 };
    return text;
  };

  /** @returns null without an answer, or without a token: then nothing was sent */
  const post = async (path: string, body: object, isSecond = false): Promise<Answer | null | 'not sent'> => {
    const bearer = token && token.goodUntil > Date.now() ? token.text : await newToken();
    if (!bearer) return 'not sent';
    const answer = await answerOf(
      fetch(url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(timeLimits.bank / 2),
      }),
    );
    if (answer?.body.errorCode === '404.001.03' && !isSecond) {
      token = null;
      return post(path, body, true);
    }
    return answer;
  };

  const answerOf = async (call: Promise<Response>): Promise<Answer | null> => {
    try {
      const response = await call;
      const text = await response.text();
      if (text.length > maxAnswerLength) return null;
      const body: unknown = JSON.parse(text);
      if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
      return { httpStatus: response.status, body: body as Record<string, unknown> };
    } catch (error) {
      log({ level: 'warn', event: 'mpesa_no_answer', message: String(error) });
      return null;
    }
  };

  const signed = () => {
    const timestamp = timestampOf(new Date());
    const password = base64(encoded(shortcode + passkey + timestamp));
    return { BusinessShortCode: Number(shortcode), Password: password, Timestamp: timestamp };
  };

  return {
    /** Sends a prompt, once: of one that was not answered nobody knows whether it went out, so it is never sent again. */
    sendPrompt: async (asked: {
      trace: string;
      reference: string;
      amount: number;
      phone: string;
    }): Promise<PromptAnswer | null> => {
      const answer = await post('/mpesa/stkpush/v1/processrequest', {
        ...signed(),
        TransactionType: till ? 'CustomerBuyGoodsOnline' : 'CustomerPayBillOnline',
        Amount: asked.amount,
        PartyA: Number(asked.phone),
        PartyB: Number(till ?? shortcode),
        PhoneNumber: Number(asked.phone),
        CallBackURL: `${settings.noticesUrl}/prompt/${asked.trace}`,
        AccountReference: asked.reference,
        TransactionDesc: asked.reference,
      });
      if (answer === 'not sent')
        return { status: 'refused', code: 'no token', description: 'Safaricom gave no token' };
      const checkoutId = answer && sentText(answer.body.CheckoutRequestID);
      if (answer?.httpStatus === 200 && sentText(answer.body.ResponseCode) === '0' && checkoutId)
        return { status: 'sent', checkoutId };
      const code = answer && (sentText(answer.body.errorCode) || sentText(answer.body.ResponseCode));
      // Of a failure of its own it does not say whether the prompt went out.
      if (!answer || !code || (answer.httpStatus >= 500 && code !== '500.001.1001')) return null;
      const description = sentText(answer.body.errorMessage) || sentText(answer.body.ResponseDescription);
      log({ level: 'warn', event: 'prompt_refused', code, message: description });
      return { status: 'refused', code, description };
    },

    /** The only proof that a prompt was paid. */
    queryPrompt: async (trace: string, checkoutId: string): Promise<PromptStatus | null> => {
      const answer = await post('/mpesa/stkpushquery/v1/query', {
        ...signed(),
        CheckoutRequestID: checkoutId,
      });
      if (!answer || answer === 'not sent') return null;
      const { body } = answer;
      // The older form of "still open" is an error with a code of its own, which means other things elsewhere.
      const status = sentText(body.ResultCode) || sentText(body.errorCode);
      const named = sentText(body.CheckoutRequestID);
      if (!status || (named && named !== checkoutId)) return null;
      // Only an answer about this very prompt says that it was paid.
      if (status === '0' && (answer.httpStatus !== 200 || named !== checkoutId)) return null;
      const description = sentText(body.ResultDesc) || sentText(body.errorMessage);
      return { trace, checkoutId, status: status.slice(0, 20), description: description.slice(0, 200) };
    },

    /** Payments to the paybill between two moments; null when the list cannot be had. */
    listPayments: async (from: Date, to: Date): Promise<PaybillPayment[] | null> => {
      const payments: PaybillPayment[] = [];
      for (let offset = 0; offset < 5_000; offset += pageOfList) {
        const answer = await post('/pulltransactions/v1/query', {
          ShortCode: shortcode,
          StartDate: listTime(from),
          EndDate: listTime(to),
          OffSetValue: String(offset),
        });
        if (!answer || answer === 'not sent' || answer.httpStatus !== 200) return null;
        const page = readPaymentsInList(answer.body);
        if (page === null) return null;
        payments.push(...page);
        if (page.length < pageOfList) break;
      }
      return payments;
    },
  };
}

type Answer = { httpStatus: number; body: Record<string, unknown> };

const pageOfList = 100;

const encoded = (text: string) => new TextEncoder().encode(text);

/** `20261129153000`, in Nairobi. */
const timestampOf = (at: Date) => listTime(at).replace(/\D/g, '');

/** `2026-11-29 15:30:00`, in Nairobi, three hours ahead of UTC all year. */
const listTime = (at: Date) =>
  new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
