import { createHash, timingSafeEqual } from 'node:crypto';

/** How `Lite_Transaction_Token` is made; every part is a setting of the merchant's application. */
export type TokenSettings = {
  /** At most 32 letters and digits, known to the merchant and the gateway alone. */
  sharedSecret: string;
  /** Older gateways want `x:` in front of the token. */
  tokenPrefix: 'x:' | '';
  /** The path the token is bound to, as the gateway prints it: `/Lite/Authorise.aspx`. */
  tokenResource: string;
};

/** The posted values that the token covers, byte for byte; `seconds` is Unix time as digits. */
export type TokenSubject = { seconds: string; applicationId: string; amount: string; email: string };

/** The gateway's published formula: plain concatenation, no separators, lower-case hexadecimal. */
export function transactionToken(settings: TokenSettings, subject: TokenSubject): string {
  const { seconds, applicationId, amount, email } = subject;
  const signed = settings.sharedSecret + seconds + settings.tokenResource + applicationId + amount + email;
  return `${settings.tokenPrefix}${seconds}:${createHash('sha256').update(signed).digest('hex')}`;
}

/** Is this the token of these values? Takes the same time whichever character differs. */
export function isTransactionToken(
  settings: TokenSettings,
  token: string,
  subject: Omit<TokenSubject, 'seconds'>,
): boolean {
  if (!token.startsWith(settings.tokenPrefix)) return false;
  const seconds = /^(\d{1,12}):/.exec(token.slice(settings.tokenPrefix.length))?.[1];
  if (seconds === undefined) return false;
  const expected = Buffer.from(transactionToken(settings, { ...subject, seconds }));
  const given = Buffer.from(token);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
