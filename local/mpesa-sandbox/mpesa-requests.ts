import { localMpesa } from './local-mpesa.ts';

const { shortcode, passkey } = localMpesa;

export type Refusal = { status: 400 | 404 | 429 | 500; errorCode: string; errorMessage: string };

/** The fields of a request by name; all as text, since Daraja takes numbers as text too. */
export type Fields = (name: string) => string;

const badField = (name: string): Refusal => ({
  status: 400,
  errorCode: '400.002.02',
  errorMessage: `Bad Request - Invalid ${name}`,
});
export const serverError = (errorMessage: string): Refusal => ({
  status: 500,
  errorCode: '500.001.1001',
  errorMessage,
});

export function fieldsOf(body: unknown): Fields {
  const fields = new Map(Object.entries(Object(body) as object));
  return (name) => {
    const value: unknown = fields.get(name);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
}

export const isAmount = (text: string) => /^[1-9]\d{0,5}$/.test(text) && Number(text) <= 250_000;
export const isPhone = (text: string) => /^254[71]\d{8}$/.test(text);

/** Why a push or a query is not from this merchant, if so. */
export function refusalOfMerchant(field: Fields): Refusal | null {
  if (field('BusinessShortCode') !== shortcode) return serverError('Merchant does not exist');
  const timestamp = field('Timestamp');
  const password = Buffer.from(shortcode + passkey + timestamp).toString('base64');
  const isTime = /^20\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])([01]\d|2[0-3])[0-5]\d[0-5]\d$/.test(timestamp);
  return isTime && field('Password') === password ? null : serverError('Wrong credentials');
}

/** Why a push is not taken, if so. */
export function refusalOfPush(field: Fields, isPublic: (url: string) => boolean): Refusal | null {
  const isText = (name: string, max: number) => field(name).length > 0 && field(name).length <= max;
  if (field('TransactionType') !== 'CustomerPayBillOnline') return badField('TransactionType');
  if (!isAmount(field('Amount'))) return badField('Amount');
  if (!isPhone(field('PartyA'))) return badField('PartyA');
  if (!isPhone(field('PhoneNumber'))) return badField('PhoneNumber');
  if (!mayBeCalled(field('CallBackURL'), isPublic)) return badField('CallBackURL');
  if (!isText('AccountReference', 12)) return badField('AccountReference');
  if (!isText('TransactionDesc', 13)) return badField('Remarks');
  return field('PartyB') === shortcode ? refusalOfMerchant(field) : badField('PartyB');
}

/** Why the addresses of confirmations are not registered, if so. */
export function refusalOfRegistration(field: Fields, isPublic: (url: string) => boolean): Refusal | null {
  if (field('ShortCode') !== shortcode) return badField('ShortCode');
  if (!['Completed', 'Cancelled'].includes(field('ResponseType'))) return badField('ResponseType');
  const wrong = ['ConfirmationURL', 'ValidationURL'].find((name) => !mayBeCalled(field(name), isPublic));
  return wrong === undefined ? null : badField(wrong);
}

/** From when until when, both in UTC, and how many rows before, or the field that is wrong. `2026-03-04 09:05:06` is Nairobi's time. */
export function readPullQuery(field: Fields): Refusal | { from: number; until: number; skipped: number } {
  const time = (name: string) =>
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(field(name))
      ? Date.parse(`${field(name).replace(' ', 'T')}+03:00`)
      : NaN;
  const [from, until] = [time('StartDate'), time('EndDate')];
  if (field('ShortCode') !== shortcode) return badField('ShortCode');
  if (Number.isNaN(from)) return badField('StartDate');
  if (Number.isNaN(until)) return badField('EndDate');
  if (!/^\d{1,6}$/.test(field('OffSetValue'))) return badField('OffSetValue');
  return { from, until, skipped: Number(field('OffSetValue')) };
}

export const unknownPrompt = badField('CheckoutRequestID');

const forbiddenWords = /mpesa|m-pesa|safaricom|exe|cmd|sql|query/i;

function mayBeCalled(url: string, isPublic: (url: string) => boolean): boolean {
  if (!URL.canParse(url) || forbiddenWords.test(url)) return false;
  const { protocol, hostname } = new URL(url);
  // An address of IPv6 is in brackets; `localhost` and other names of one word are of one network only.
  const isName = /\.[a-z][a-z\d-]*$/i.test(hostname) && !hostname.endsWith('.localhost');
  return isPublic(url) || (protocol === 'https:' && isName);
}
