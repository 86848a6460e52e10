import {
  type CorrectRefundRequest,
  correctRefundSchema,
  type RecordedRefund,
  type RecordRefundRequest,
  recordRefundSchema,
  refundFields,
} from '@contract/refunds.ts';
import { formatCents } from '@contract/money.ts';
import { object, ValidationError } from 'yup';
import { nairobiDay } from '@contract/nairobi-time.ts';
import { typedFigure } from './typed-figure.ts';

/** What the bank's transfer is called and when it was sent, as it stands in the form. */
export type TypedTransfer = { day: string; bankReference: string };
export type TypedRefund = TypedTransfer & { amount: string; reason: string };
export type RefundProblems = Partial<Record<keyof TypedRefund | 'transactionId', string>>;

export const emptyTransfer = (): TypedTransfer => ({ day: nairobiDay(), bankReference: '' });

/** The transfer that was typed, or what is wrong with it, a sentence for each field. */
export function typedTransfer(typed: TypedTransfer): { transfer?: TypedTransfer; problems: RefundProblems } {
  const { value, problems } = checked(() => object(refundFields).validateSync(typed, { abortEarly: false }));
  return { ...(value && { transfer: value }), problems };
}

/** The refund that was typed, or what is wrong with it. Cents may be typed: `1,999.50`. */
export function typedRefund({ amount, ...rest }: TypedRefund & { transactionId: string }): {
  request?: RecordRefundRequest;
  problems: RefundProblems;
} {
  const { value, problems } = checked(() =>
    recordRefundSchema.validateSync({ ...rest, amountCents: centsOf(amount) }, { abortEarly: false }),
  );
  return { ...(value && { request: value }), problems };
}

/** What was typed instead of a wrong entry, or what is wrong with it. */
export function typedCorrection(
  { amount, ...rest }: TypedRefund,
  wrong: RecordedRefund | undefined,
): { request?: CorrectRefundRequest; problems: RefundProblems } {
  const { value, problems } = checked(() =>
    correctRefundSchema.validateSync({ ...rest, amountCents: centsOf(amount) }, { abortEarly: false }),
  );
  if (!value) return { problems };
  const isSame =
    value.amountCents === wrong?.amountCents &&
    value.day === wrong.day &&
    value.bankReference === wrong.bankReference;
  if (isSame) return { problems: { amount: 'Nothing is corrected yet' } };
  return { request: value, problems };
}

/** Cents as somebody would type them, in shillings. */
export const typedCents = (cents: number): string => formatCents(cents).replace(/^KES\s/, '');

/** Whatever is no number stays as it is, for the schema to refuse. */
function centsOf(amount: string): number | string | undefined {
  const shillings = typedFigure(amount);
  return typeof shillings === 'number' ? Math.round(shillings * 1000) / 10 : shillings;
}

function checked<T>(validate: () => T): { value?: T; problems: RefundProblems } {
  try {
    return { value: validate(), problems: {} };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const problems: RefundProblems = {};
    for (const { path, message } of error.inner) {
      const field = path === 'amountCents' ? 'amount' : (path as keyof RefundProblems);
      problems[field] ??= message;
    }
    return { problems };
  }
}
