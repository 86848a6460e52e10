import type { ReturnAddress } from './card-outcome.ts';
import type { PostedForm } from './posted-form.ts';
import { isTransactionToken, type TokenSettings } from './transaction-token.ts';

/** The settings that a posted form is checked against. */
export type AuthoriseRules = {
  /** The merchant's GUID, with or without braces. */
  applicationId: string;
  /** Null while the merchant has not switched the token on. */
  token: TokenSettings | null;
  currency: string;
};

/** A form that the gateway accepts. */
export type AuthoriseRequest = {
  trace: string;
  reference: string;
  amountInCents: number;
  email: string;
  /** `Lite_Authorisation` True: the money is only reserved, none moves. */
  reserveOnly: boolean;
};

/** Field names of the gateway's published description with the most characters each may have. */
const maxLength = {
  Lite_Merchant_ApplicationId: 38,
  Lite_Order_Amount: 10,
  Lite_Website_Successful_Url: 255,
  Lite_Website_Fail_Url: 255,
  Lite_Website_TryLater_Url: 255,
  Lite_Website_Error_Url: 255,
  Lite_ConsumerOrderID_PreFix: 8,
  Ecom_ConsumerOrderID: 20,
  Ecom_BillTo_Online_Email: 40,
  Ecom_Payment_Card_Protocols: 20,
  Ecom_TransactionComplete: 5,
  Lite_Merchant_Trace: 64,
  Lite_Currency_AlphaCode: 3,
  Lite_Authorisation: 5,
  Lite_Version: 5,
  MerchantReference: 20,
  Lite_Transaction_Token: 255,
} as const;

const mayBeAbsent: readonly string[] = [
  'Lite_ConsumerOrderID_PreFix',
  'Lite_Authorisation',
  'Lite_Version',
  'MerchantReference',
  'Lite_Transaction_Token',
];

const returnUrlFields: Record<ReturnAddress, keyof typeof maxLength> = {
  successful: 'Lite_Website_Successful_Url',
  fail: 'Lite_Website_Fail_Url',
  tryLater: 'Lite_Website_TryLater_Url',
  error: 'Lite_Website_Error_Url',
};

/** The accepted request, or one sentence that says what is wrong with the form. */
export function checkAuthoriseForm(form: PostedForm, rules: AuthoriseRules): AuthoriseRequest | string {
  const value = (name: string) => form.get(name) ?? '';

  for (const [name, max] of Object.entries(maxLength)) {
    if (form.count(name) > 1) return `${name} is given more than once`;
    if (value(name) === '' && !mayBeAbsent.includes(name)) return `${name} is missing`;
    if (value(name).length > max) return `${name} is longer than ${max} characters`;
  }
  if (!isSameGuid(value('Lite_Merchant_ApplicationId'), rules.applicationId)) {
    return 'Lite_Merchant_ApplicationId is not known';
  }
  for (const name of Object.values(returnUrlFields)) {
    if (!isWebAddress(value(name))) return `${name} is not a web address`;
  }
  if (value('Ecom_Payment_Card_Protocols').toLowerCase() !== 'iveri') {
    return 'Ecom_Payment_Card_Protocols must be iVeri';
  }
  if (value('Ecom_TransactionComplete').toLowerCase() !== 'false') {
    return 'Ecom_TransactionComplete must be False';
  }
  if (value('Lite_Currency_AlphaCode') !== rules.currency) {
    return `Lite_Currency_AlphaCode must be ${rules.currency}`;
  }
  const reserves = value('Lite_Authorisation').toLowerCase();
  if (!['', 'true', 'false'].includes(reserves)) return 'Lite_Authorisation must be True or False';

  const amount = value('Lite_Order_Amount');
  if (!/^\d+$/.test(amount) || Number(amount) === 0) {
    return 'Lite_Order_Amount must be a number of cents, digits only';
  }
  const lines = sumOfLines(form);
  if (typeof lines === 'string') return lines;
  if (lines !== BigInt(amount)) return 'Lite_Order_Amount is not the sum of its lines';

  if (rules.token !== null) {
    const subject = {
      applicationId: value('Lite_Merchant_ApplicationId'),
      amount,
      email: value('Ecom_BillTo_Online_Email'),
    };
    if (!isTransactionToken(rules.token, value('Lite_Transaction_Token'), subject)) {
      return 'Lite_Transaction_Token is not valid';
    }
  }
  return {
    trace: value('Lite_Merchant_Trace'),
    reference: value('MerchantReference') || value('Ecom_ConsumerOrderID'),
    amountInCents: Number(amount),
    email: value('Ecom_BillTo_Online_Email'),
    reserveOnly: reserves === 'true',
  };
}

/** The return address of the form, or null when a browser must not be sent there. */
export function returnUrlOf(form: PostedForm, address: ReturnAddress): string | null {
  const url = form.get(returnUrlFields[address]) ?? '';
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
    const part = (name: string) => form.get(`Lite_Order_LineItems_${name}_${line}`) ?? '';
    if (part('Product') === '' || part('Product').length > 255) return `Line ${line} has no product`;
    if (!/^[1-9]\d{0,9}$/.test(part('Quantity'))) return `The quantity of line ${line} is not a number`;
    if (!/^\d{1,10}$/.test(part('Amount'))) return `The amount of line ${line} is not a number of cents`;
    sum += BigInt(part('Quantity')) * BigInt(part('Amount'));
  }
  return sum;
}
