import { ofText } from '@contract/field-rules.ts';
import type { PaymentMethod } from '@contract/orders.ts';
import { string } from 'yup';

/** The methods that staff record; cards are the bank's. */
export type RecordedMethod = Exclude<PaymentMethod, 'card'>;

/** What the reference of a method is called. */
export const referenceLabels: Record<RecordedMethod, string> = {
  mpesa: 'M-Pesa code',
  transfer: 'The bank’s reference',
  cash: 'Receipt number',
  cheque: 'Cheque number',
  withheld_vat: 'Certificate number',
  withheld_tax: 'Certificate number',
};

const optional = {
  pattern: /^([A-Z0-9]([A-Z0-9 ./-]{0,38}[A-Z0-9])?)?$/,
  problem: 'Please use letters, digits, spaces and . / -',
};
const codes: Record<RecordedMethod, { pattern: RegExp; problem: string }> = {
  mpesa: { pattern: /^[A-Z0-9]{10}$/, problem: 'An M-Pesa code has ten letters and digits' },
  transfer: code('Please give the bank’s reference of the transfer'),
  cash: optional,
  cheque: code('Please give the number of the cheque'),
  withheld_vat: optional,
  withheld_tax: optional,
};

function code(problem: string) {
  return { pattern: /^[A-Z0-9]([A-Z0-9 ./-]{0,38}[A-Z0-9])?$/, problem };
}

/** However a code was copied, it is one code: as `record_payment` in SQL stores it. */
function normalCode(method: RecordedMethod, typed: string): string {
  const code = typed.normalize('NFKC').toUpperCase().replace(/\s+/g, ' ');
  return method === 'mpesa' ? code.replace(/[ -]/g, '') : code;
}

/** The typed reference of money that came, or went back, by a method. */
export const referenceField = (method: RecordedMethod) =>
  string()
    .defined()
    .transform(ofText((typed) => normalCode(method, typed)))
    .matches(codes[method].pattern, codes[method].problem);
