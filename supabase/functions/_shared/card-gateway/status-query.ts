import { timeLimits } from '../contract/time-limits.ts';
import type { GatewaySettings } from './gateway-settings.ts';
import { parseStatusAnswer, type StatusAnswer } from './status-answer.ts';

/** In characters; a real answer is about 3 kB. */
const maxAnswerLength = 200_000;

/**
 * Queries the gateway for the status of a transaction, which is the only proof of a payment.
 * Returns null (undecided) when the gateway does not answer in time, answers with an error or with too much;
 * never throws, so that a gateway in trouble leaves the order pending and nothing else.
 */
export async function queryPaymentStatus(
  settings: GatewaySettings,
  trace: string,
  note: (entry: Record<string, unknown>) => void,
): Promise<StatusAnswer | null> {
  try {
    const response = await fetch(`${settings.url}/Lite/AuthoriseInfo.aspx`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        Lite_Merchant_ApplicationId: settings.applicationId,
        Lite_Merchant_Trace: trace,
      }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeLimits.bank),
    });
    const html = await response.text();
    if (!response.ok || html.length > maxAnswerLength) {
      note({ level: 'warn', event: 'gateway_query_refused', status: response.status, length: html.length });
      return null;
    }
    return parseStatusAnswer(html);
  } catch (error) {
    note({ level: 'warn', event: 'gateway_query_failed', message: String(error) });
    return null;
  }
}
