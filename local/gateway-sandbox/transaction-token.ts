import { createHash, timingSafeEqual } from 'node:crypto';

/** The posted values that the token covers, byte for byte; `seconds` is Unix time as digits. */
type TokenSubject = { seconds: string; applicationId: string; amount: string; email: string };

/**
 * `Lite_Transaction_Token` by the gateway's published formula: plain concatenation, no separators, lower-case hexadecimal.
 * @param sharedSecret at most 32 letters and digits, known to the merchant and the gateway alone
 */
export function transactionToken(
  sharedSecret: string,
  { seconds, applicationId, amount, email }: TokenSubject,
): string {
  const signed = `${sharedSecret}${seconds}/Lite/Authorise.aspx${applicationId}${amount}${email}`;
  return `${seconds}:${createHash('sha256').update(signed).digest('hex')}`;
}

/** Is this the token of these values? Takes the same time whichever character differs. */
export function isTransactionToken(
  sharedSecret: string,
  token: string,
  subject: Omit<TokenSubject, 'seconds'>,
): boolean {
  const seconds = /^(\d{1,12}):/.exec(token)?.[1];
  if (seconds === undefined) return false;
  const expected = Buffer.from(transactionToken(sharedSecret, { ...subject, seconds }));
  const given = Buffer.from(token);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
