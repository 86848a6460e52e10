import { type InferType, object, string } from 'yup';
import type { AdminOrder } from './admin.ts';
import { endpointWithBody } from './endpoint.ts';
import { isDay } from './nairobi-time.ts';
import { textField } from './text-field.ts';
import { uuidRule } from './uuid-rule.ts';
import { wholeNumber } from './whole-number.ts';

/** The most letters of the bank's reference, and of the reason. */
const maxBankReferenceLength = 100;
const maxRefundReasonLength = 1000;

/** What the bank's transfer is called and when it was sent, in a form and in a request. */
export const refundFields = {
  /** In Nairobi, `YYYY-MM-DD`. */
  day: string()
    .required('Please give the day of the refund')
    .matches(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'Please give the day of the refund')
    // What the pattern lets through: 30 February.
    .test('is-day', 'Please give the day of the refund', (day) => isDay(day)),
  bankReference: textField('Please give the bank’s reference of the refund', maxBankReferenceLength),
};

export const recordRefundSchema = object({
  /** The row of the payment that is given back. */
  transactionId: string().required('Please choose the payment').test(uuidRule('Unknown payment')),
  amountCents: wholeNumber('The amount').min(1, 'Please give the amount that was refunded'),
  ...refundFields,
  reason: textField('Please say why it was refunded', maxRefundReasonLength),
}).required();

/** What is right about a refund that was written down wrongly. */
export const correctRefundSchema = object({
  /** 0 when nothing was given back at all. */
  amountCents: wholeNumber('The amount').min(0, 'Please give the amount that was refunded'),
  ...refundFields,
  reason: textField('Please say what was wrong', maxRefundReasonLength),
}).required();

export type CorrectRefundRequest = InferType<typeof correctRefundSchema>;

export type RecordRefundRequest = InferType<typeof recordRefundSchema>;

/** A payment, or what is left of it, that was accepted for an order and can be given back. */
export type RefundablePayment = {
  /** The row of the transaction. */
  transactionId: string;
  reference: string;
  amountCents: number;
  /** ISO 8601. */
  receivedAt: string;
};

/** A refund as it stands: the latest entry about it. */
export type RecordedRefund = {
  /** Of that entry. */
  id: string;
  transactionId: string;
  /** Of the payment. */
  reference: string;
  amountCents: number;
  /** `YYYY-MM-DD` */
  day: string;
  bankReference: string;
  /** Given back as a whole: its amount is not typed and never wrong. */
  isWhole: boolean;
};

/**
 * The owner writes down that the bank gave back money which was accepted for the order. The `Idempotency-Key` becomes its
 * id: sent twice it is one refund. 400 `refund_day_wrong` for a day in the future or before the payment; 409
 * `refund_too_large`, `refund_recorded` (by somebody else, under another key), `refund_not_whole` (a part of an order that is not paid), `transition_refused` (nothing was accepted).
 */
export const recordRefund = endpointWithBody<AdminOrder>()('POST', '/api/admin/refunds', recordRefundSchema);

/**
 * The owner corrects a refund that was written down wrongly; the wrong entry stays in the history. The `Idempotency-Key`
 * becomes the id of the new entry: sent twice it is one. 400 `refund_day_wrong` for a day in the future or before the
 * payment, `invalid_request` when nothing differs; 409 `refund_corrected` (by somebody else meanwhile), `refund_too_large`, `refund_recorded`.
 */
export const correctRefund = endpointWithBody<AdminOrder>()(
  'POST',
  '/api/admin/refunds/:id/correct',
  correctRefundSchema,
);
