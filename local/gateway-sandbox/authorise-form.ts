import { isTransactionToken } from './transaction-token.ts';

/** A form as it was posted: names are found without regard to case, values stay byte for byte. */
export type PostedForm = {
  /** In the order of posting, names as posted. */
  entries: ReadonlyArray<readonly [name: string, value: string]>;
  /** All values under this name, in any case. */
  all(name: string): string[];
  /** The first of them, or an empty text. */
  get(name: string): string;
};

export function postedForm(entries: PostedForm['entries']): PostedForm {
  const all = (name: string) =>
    entries.filter(([posted]) => posted.toLowerCase() === name.toLowerCase()).map(([, value]) => value);
  return { entries, all, get: (name) => all(name)[0] ?? '' };
}

/** The settings that a posted form is checked against. */
export type AuthoriseRules = {
  /** The merchant's GUID, with or without braces. */
  applicationId: string;
  /** Of the transaction token; null while the merchant has not switched that on. */
  sharedSecret: string | null;
};

/** A form that the gateway accepts. */
export type AuthoriseRequest = {
  trace: string;
  reference: string;
  amountInCents: number;
  /** `Lite_Authorisation` True: the money is only reserved, none moves. */
  reserveOnly: boolean;
};

/** The four return addresses of the form; the gateway picks one by the status. */
export type ReturnAddress = 'successful' | 'fail' | 'tryLater' | 'error';
const returnUrls = {
  Lite_Website_Successful_Url: 255,
  Lite_Website_Fail_Url: 255,
  Lite_Website_TryLater_Url: 255,
  Lite_Website_Error_Url: 255,
};

/** Field names of the gateway's published description with the most characters each may have. */
const required: Record<string, number> = {
  Lite_Merchant_ApplicationId: 38,
  Lite_Order_Amount: 10,
  ...returnUrls,
  Ecom_ConsumerOrderID: 20,
  Ecom_BillTo_Online_Email: 40,
  Ecom_Payment_Card_Protocols: 20,
  Ecom_TransactionComplete: 5,
  Lite_Merchant_Trace: 64,
  Lite_Currency_AlphaCode: 3,
};
const optional: Record<string, number> = {
  Lite_ConsumerOrderID_PreFix: 8,
  Lite_Authorisation: 5,
  Lite_Version: 5,
  MerchantReference: 20,
  Lite_Transaction_Token: 255,
};

/** The accepted request, or one sentence that says what is wrong with the form. */
export function checkAuthoriseForm(form: PostedForm, rules: AuthoriseRules): AuthoriseRequest | string {
  for (const [name, max] of Object.entries({ ...required, ...optional })) {
    if (form.all(name).length > 1) return `${name} is given more than once`;
    if (form.get(name) === '' && name in required) return `${name} is missing`;
    if (form.get(name).length > max) return `${name} is longer than ${max} characters`;
  }
  const applicationId = form.get('Lite_Merchant_ApplicationId');
  if (!isSameGuid(applicationId, rules.applicationId)) return 'Lite_Merchant_ApplicationId is not known';
  for (const name of Object.keys(returnUrls))
    if (!isWebAddress(form.get(name))) return `${name} is not a web address`;
  const fixed: [name: string, RegExp, meaning: string][] = [
    ['Ecom_Payment_Card_Protocols', /^iveri$/i, 'iVeri'],
    ['Ecom_TransactionComplete', /^false$/i, 'False'],
    ['Lite_Currency_AlphaCode', /^KES$/, 'KES'],
    ['Lite_Authorisation', /^(true|false|)$/i, 'True or False'],
    ['Lite_Order_Amount', /^0*[1-9]\d*$/, 'a number of cents, digits only'],
  ];
  for (const [name, pattern, meaning] of fixed)
    if (!pattern.test(form.get(name))) return `${name} must be ${meaning}`;

  const amount = form.get('Lite_Order_Amount');
  const lines = sumOfLines(form);
  if (typeof lines === 'string') return lines;
  if (lines !== BigInt(amount)) return 'Lite_Order_Amount is not the sum of its lines';

  const subject = { applicationId, amount, email: form.get('Ecom_BillTo_Online_Email') };
  const token = form.get('Lite_Transaction_Token');
  if (rules.sharedSecret !== null && !isTransactionToken(rules.sharedSecret, token, subject))
    return 'Lite_Transaction_Token is not valid';
  return {
    trace: form.get('Lite_Merchant_Trace'),
    reference: referenceOf(form),
    amountInCents: Number(amount),
    reserveOnly: /^true$/i.test(form.get('Lite_Authorisation')),
  };
}

export const referenceOf = (form: PostedForm) =>
  form.get('MerchantReference') || form.get('Ecom_ConsumerOrderID');

/** The return address of the form, or null when a browser must not be sent there. */
export function returnUrlOf(form: PostedForm, address: ReturnAddress): string | null {
  const url = form.get(`Lite_Website_${address}_Url`);
  return url.length <= 255 && isWebAddress(url) ? url : null;
}

/** Whether it is the same form, posted again by a buyer who went back. Ignores the token, which is new each time. */
export function isSameForm(one: PostedForm['entries'], other: PostedForm['entries']): boolean {
  const folded = (entries: PostedForm['entries']) =>
    JSON.stringify(
      entries
        .map(([name, value]) => [name.toLowerCase(), value])
        .filter(([name]) => name !== 'lite_transaction_token')
        .sort(),
    );
  return folded(one) === folded(other);
}

/** GUIDs are the same with or without braces, in either case. */
export function isSameGuid(one: string, other: string): boolean {
  const bare = (guid: string) => /^(?:\{(.{36})\}|(.{36}))$/.exec(guid)?.slice(1).join('').toLowerCase();
  return bare(one) !== undefined && bare(one) === bare(other);
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
}

/** Cents over all lines, or one sentence on the first line that is not a line. Lines are numbered from 1 without gaps. */
function sumOfLines(form: PostedForm): bigint | string {
  const numbered = (part: string) =>
    form.entries.filter(([name]) => new RegExp(`^lite_order_lineitems_${part}_\\d+$`, 'i').test(name)).length;
  const count = numbered('product');
  if (count === 0) return 'Lite_Order_LineItems_Product_1 is missing';
  if (numbered('quantity') !== count || numbered('amount') !== count) return 'A line is incomplete';

  let sum = 0n;
  for (let line = 1; line <= count; line++) {
    const part = (name: string) => form.get(`Lite_Order_LineItems_${name}_${line}`);
    if (part('Product') === '' || part('Product').length > 255) return `Line ${line} has no product`;
    if (!/^[1-9]\d{0,9}$/.test(part('Quantity'))) return `The quantity of line ${line} is not a number`;
    if (!/^\d{1,10}$/.test(part('Amount'))) return `The amount of line ${line} is not a number of cents`;
    sum += BigInt(part('Quantity')) * BigInt(part('Amount'));
  }
  return sum;
}
