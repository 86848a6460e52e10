import { maxReasonLength } from '@contract/admin-orders.ts';
import type { RecordedRefund } from '@contract/refunds.ts';
import { formatCents } from '@contract/money.ts';
import { nairobiDay } from '@contract/nairobi-time.ts';
import type { PaymentMethod } from '@contract/orders.ts';
import { isWithheld } from '@contract/payment-methods.ts';
import { isDay } from '@contract/calendar-days.ts';
import { textField, wholeNumber } from '@contract/field-rules.ts';
import { typedFigure } from '@contract/typed-figure.ts';
import { type InferType, object, type Schema, string } from 'yup';
import { ApiError } from '#lib/api/api-client.ts';
import { validated } from '#lib/forms/validated.ts';
import { referenceField } from './payment-reference.ts';

/** On which day money went back, by which way and under which reference, as typed. */
export type TypedTransfer = { day: string; method: PaymentMethod; bankReference: string };
export type TypedRefund = TypedTransfer & { amount: string; reason: string };
export type RefundProblems = Partial<Record<keyof TypedRefund, string>>;

/** A day that must be given, or this sentence. */
export const dayField = (problem: string) => string().required(problem).test('is-day', problem, isDay);

const transferFields = (method: PaymentMethod) => ({
  day: dayField('Please give the day of the refund'),
  method: string<PaymentMethod>().required(),
  bankReference:
    method === 'card' ? textField('Please give the reference of the refund', 100) : referenceField(method),
});
const schemaOf = (method: PaymentMethod, leastCents: number, noReason: string) =>
  object({
    amountCents: wholeNumber('The amount').min(leastCents, 'Please give the amount that was refunded'),
    ...transferFields(method),
    reason: textField(noReason, maxReasonLength),
  }).required();
/** A refund, or what is right about one that was recorded wrongly. */
export type RefundRequest = InferType<ReturnType<typeof schemaOf>>;

export const emptyTransfer = (method: PaymentMethod, day = nairobiDay()): TypedTransfer => ({
  day,
  // What was withheld never came.
  method: isWithheld(method) ? 'transfer' : method,
  bankReference: '',
});

/** The typed transfer, or an error for each invalid field. */
export const typedTransfer = (typed: TypedTransfer) =>
  checked(object(transferFields(typed.method)).required(), typed);

/** The typed refund, or its errors. Cents may be typed: `1,999.50`. */
export const typedRefund = ({ amount, ...rest }: TypedRefund) =>
  checked(schemaOf(rest.method, 1, 'Please say why it was refunded'), {
    ...rest,
    amountCents: centsOf(amount),
  });

type Reduction = Pick<TypedRefund, 'amount' | 'reason'>;
const typedReduction = ({ amount, reason }: Reduction, amountCents: ReturnType<typeof wholeNumber>) =>
  checked(object({ amountCents, reason: textField('Please say why', maxReasonLength) }).required(), {
    reason,
    amountCents: centsOf(amount),
  });

/** What is credited of goods that came back before they were paid, or its errors. */
export const typedCredit = (typed: Reduction) =>
  typedReduction(typed, wholeNumber('The amount').min(1, 'Please give the amount that is credited'));

/** What is written off, or taken back of that, or its errors. @param mostCents of both */
export const typedWriteOff = (typed: Reduction, mostCents: number) =>
  typedReduction(
    typed,
    wholeNumber('The amount')
      .min(1, 'Please give the amount')
      .max(mostCents, `This is more than ${formatCents(mostCents)}`),
  );

/** The typed correction of a wrong entry, or its errors. */
export function typedCorrection({ amount, ...rest }: TypedRefund, wrong: RecordedRefund | undefined) {
  // 0 when nothing was given back at all.
  const schema = schemaOf(rest.method, 0, 'Please say what was wrong');
  const read = checked(schema, { ...rest, amountCents: centsOf(amount) });
  const isSame = (['amountCents', 'day', 'method', 'bankReference'] as const).every(
    (name) => read.value?.[name] === wrong?.[name],
  );
  return isSame && read.value ? { problems: { amount: 'Nothing is corrected yet' } } : read;
}

/** Whether the shop asks if the reference, which another order's refund has, is meant: sent once more, it is. */
export function asksAboutReference(failure: unknown): boolean {
  return failure instanceof ApiError && failure.reply?.code === 'refund_reference_used';
}

/** Cents as shillings, for an input. */
export const typedCents = (cents: number): string => formatCents(cents).replace(/^KES\s/, '');

/** Anything that is not a number is unchanged, for the schema to refuse. */
export function centsOf(amount: string): number | string | undefined {
  const shillings = typedFigure(amount);
  return typeof shillings === 'number' ? Math.round(shillings * 1000) / 10 : shillings;
}

function checked<Value>(schema: Schema<Value>, typed: unknown): { value?: Value; problems: RefundProblems } {
  const { value, problems: found } = validated(schema, typed);
  const { amountCents, ...problems } = found;
  return { ...(value && { value }), problems: { ...problems, ...(amountCents && { amount: amountCents }) } };
}
