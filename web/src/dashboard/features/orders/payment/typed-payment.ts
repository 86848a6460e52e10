import { wholeNumber } from '@contract/field-rules.ts';
import { typedFigure } from '@contract/typed-figure.ts';
import { object, string } from 'yup';
import { type RecordedMethod, referenceField } from '#dashboard/lib/payment-reference.ts';
import { centsOf, dayField } from '#dashboard/lib/typed-refund.ts';
import { validated } from '#lib/forms/validated.ts';

/** A payment as typed. */
export type TypedPayment = { method: RecordedMethod; reference: string; amount: string; day: string };
/** A payment as `record_payment` in SQL takes it; `amount` in KES, `day` in Nairobi. */
export type PaymentRequest = { method: RecordedMethod; reference: string; amount: number; day: string };

/** @param dueAmount KES, suggested as the amount when anything is due */
export const emptyPayment = (dueAmount: number, day: string): TypedPayment => ({
  method: 'mpesa',
  reference: '',
  amount: dueAmount > 0 ? dueAmount.toLocaleString('en-KE') : '',
  day,
});

const schema = (method: RecordedMethod) =>
  object({
    method: string<RecordedMethod>().required(),
    reference: referenceField(method),
    amount: wholeNumber('The amount')
      .min(1, 'Please give the amount')
      .max(99_999_999 * unitOf(method), 'This is more than can be recorded at once'),
    day: dayField('Please give the day of the payment'),
  }).required();

/** M-Pesa knows no cents. */
const unitOf = (method: RecordedMethod) => (method === 'mpesa' ? 1 : 100);

/** The typed payment, or an error for each invalid field. */
export function typedPayment(typed: TypedPayment): {
  value?: PaymentRequest;
  problems: Record<string, string>;
} {
  const unit = unitOf(typed.method);
  const sent = { ...typed, amount: unit === 1 ? typedFigure(typed.amount) : centsOf(typed.amount) };
  const { value, problems } = validated(schema(typed.method), sent);
  return { ...(value && { value: { ...value, amount: value.amount / unit } }), problems };
}
