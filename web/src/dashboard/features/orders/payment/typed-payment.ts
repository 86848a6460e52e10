import { nairobiDay } from '@contract/nairobi-time.ts';
import { isDay } from '@contract/calendar-days.ts';
import { ofText, wholeNumber } from '@contract/field-rules.ts';
import type { PaymentMethod } from '@contract/orders.ts';
import { typedFigure } from '@contract/typed-figure.ts';
import { object, string } from 'yup';
import { validated } from '#lib/forms/validated.ts';

/** The methods that staff record; cards are the bank's. */
export type RecordedMethod = Exclude<PaymentMethod, 'card'>;

/** A payment as typed. */
export type TypedPayment = { method: RecordedMethod; reference: string; amount: string; day: string };
export type PaymentProblems = Partial<Record<keyof TypedPayment, string>>;
/** A payment as `record_payment` in SQL takes it; `amount` in KES, `day` in Nairobi. */
export type PaymentRequest = { method: RecordedMethod; reference: string; amount: number; day: string };

/** @param dueAmount KES, suggested as the amount when anything is due */
export const emptyPayment = (dueAmount: number): TypedPayment => ({
  method: 'mpesa',
  reference: '',
  amount: dueAmount > 0 ? dueAmount.toLocaleString('en-KE') : '',
  day: nairobiDay(),
});

/** What the reference of a method is called. */
export const referenceLabels: Record<RecordedMethod, string> = {
  mpesa: 'M-Pesa code',
  transfer: 'The bank’s reference',
  cash: 'Receipt number',
  cheque: 'Cheque number',
};

const codes: Record<RecordedMethod, { pattern: RegExp; problem: string }> = {
  mpesa: { pattern: /^[A-Z0-9]{10}$/, problem: 'An M-Pesa code has ten letters and digits' },
  transfer: code('Please give the bank’s reference of the transfer'),
  cash: {
    ...code('Please use letters, digits, spaces and . / -'),
    pattern: /^([A-Z0-9]([A-Z0-9 ./-]{0,38}[A-Z0-9])?)?$/,
  },
  cheque: code('Please give the number of the cheque'),
};

function code(problem: string) {
  return { pattern: /^[A-Z0-9]([A-Z0-9 ./-]{0,38}[A-Z0-9])?$/, problem };
}

/** However a code was copied, it is one code: as `record_payment` in SQL stores it. */
function normalCode(method: RecordedMethod, typed: string): string {
  const code = typed.normalize('NFKC').toUpperCase().replace(/\s+/g, ' ');
  return method === 'mpesa' ? code.replace(/[ -]/g, '') : code;
}

const schema = (method: RecordedMethod) =>
  object({
    method: string<RecordedMethod>().required(),
    reference: string()
      .defined()
      .transform(ofText((typed) => normalCode(method, typed)))
      .matches(codes[method].pattern, codes[method].problem),
    amount: wholeNumber('The amount')
      .min(1, 'Please give the amount')
      .max(99_999_999, 'This is more than can be recorded at once'),
    day: string()
      .required('Please give the day of the payment')
      .test('is-day', 'Please give the day of the payment', isDay),
  }).required();

/** The typed payment, or an error for each invalid field. */
export function typedPayment(typed: TypedPayment): { request?: PaymentRequest; problems: PaymentProblems } {
  const sent = { ...typed, amount: typedFigure(typed.amount) };
  const { value, problems } = validated(schema(typed.method), sent);
  return { ...(value && { request: value }), problems };
}
