import { type RecordRefundRequest, recordRefundSchema, refundFields } from '@contract/refunds.ts';
import { object, ValidationError } from 'yup';
import { nairobiDay } from '@contract/nairobi-time.ts';
import { typedFigure } from './typed-figure.ts';

/** What the bank's transfer is called and when it was sent, as it stands in the form. */
export type TypedTransfer = { day: string; bankReference: string };
export type TypedRefund = TypedTransfer & { transactionId: string; amount: string; reason: string };
export type RefundProblems = Partial<Record<keyof TypedRefund, string>>;

export const emptyTransfer = (): TypedTransfer => ({ day: nairobiDay(), bankReference: '' });

/** The transfer that was typed, or what is wrong with it, a sentence for each field. */
export function typedTransfer(typed: TypedTransfer): { transfer?: TypedTransfer; problems: RefundProblems } {
  const { value, problems } = checked(() => object(refundFields).validateSync(typed, { abortEarly: false }));
  return { ...(value && { transfer: value }), problems };
}

/** The refund that was typed, or what is wrong with it. Cents may be typed: `1,999.50`. */
export function typedRefund(typed: TypedRefund): { request?: RecordRefundRequest; problems: RefundProblems } {
  const { amount, ...rest } = typed;
  const shillings = typedFigure(amount);
  const amountCents = typeof shillings === 'number' ? Math.round(shillings * 1000) / 10 : shillings;
  const { value, problems } = checked(() =>
    recordRefundSchema.validateSync({ ...rest, amountCents }, { abortEarly: false }),
  );
  return { ...(value && { request: value }), problems };
}

function checked<T>(validate: () => T): { value?: T; problems: RefundProblems } {
  try {
    return { value: validate(), problems: {} };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const problems: RefundProblems = {};
    for (const { path, message } of error.inner) {
      const field = path === 'amountCents' ? 'amount' : (path as keyof TypedRefund);
      problems[field] ??= message;
    }
    return { problems };
  }
}
