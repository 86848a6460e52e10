import type { MpesaSettings } from '../../supabase/functions/_shared/mpesa/mpesa-settings.ts';

/** `already`: Safaricom had an address of this paybill, ours or another. */
type PaybillAnswer = { status: 'registered' | 'already' } | { status: 'refused'; reason: string };

/**
 * Registers at Safaricom where it tells of payments to the paybill, once and for ever; without validation, since a
 * function that starts slowly would refuse money. Never throws.
 */
export async function registerPaybill(settings: MpesaSettings): Promise<PaybillAnswer> {
  const { url, key, secret, shortcode, noticesUrl, noticesToken } = settings;
  const address = `${noticesUrl}/paybill/${noticesToken}`;
  const answerTo = async (path: string, authorization: string, body?: object) => {
    const response = await fetch(url + path, {
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    return (await response.json()) as Record<string, string | undefined>;
  };
  try {
    const login = `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
    const { access_token: token } = await answerTo('/oauth/v1/generate?grant_type=client_credentials', login);
    const answer = await answerTo('/mpesa/c2b/v2/registerurl', `Bearer ${token}`, {
      ShortCode: shortcode,
      ResponseType: 'Completed',
      ConfirmationURL: address,
      ValidationURL: address,
    });
    if (String(answer.ResponseCode) === '0') return { status: 'registered' };
    const reason = answer.errorMessage ?? JSON.stringify(answer);
    return /already registered|duplicate/i.test(reason)
      ? { status: 'already' }
      : { status: 'refused', reason };
  } catch (error) {
    return { status: 'refused', reason: `no answer came (${String(error)})` };
  }
}
