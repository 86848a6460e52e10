import type { ErrorCode, LineProblem } from '@contract/errors.ts';
import type { Customer } from '@contract/place-order.ts';
import { ApiError } from '../../../lib/api-client.ts';
import { type CustomerField, customerFields } from './details/customer-draft.ts';

/** Why no order came about, in the parts that the page shows in different places. */
export type OrderRefusal = {
  /** One sentence for the toast. */
  message: string;
  fields: Partial<Record<CustomerField, string>>;
  lines: LineProblem[];
  /** Nobody knows whether the order exists: only the same key may be sent again. */
  outcomeUnknown: boolean;
  /** The next try is another order even when nothing is changed. */
  isFinal: boolean;
};

const fallbackMessage = 'Failed to create order. Please try again.';

/** Codes after which the shop may still have, or still make, the order that was sent. */
const undecidedCodes: readonly ErrorCode[] = ['internal', 'service_unavailable', 'too_many_requests'];

/** Reads a failed call: the shop's own refusal, or no answer at all. */
export function readOrderRefusal(error: unknown): OrderRefusal {
  const reply = error instanceof ApiError ? error.reply : null;
  if (!reply)
    return { message: fallbackMessage, fields: {}, lines: [], outcomeUnknown: true, isFinal: false };
  const outcomeUnknown = undecidedCodes.includes(reply.code);
  return {
    message: reply.message || fallbackMessage,
    fields: formFieldsOf(reply.fields ?? {}),
    lines: reply.lines ?? [],
    outcomeUnknown,
    // Money may be on its way for this very order: it must stay the one that is asked about.
    isFinal: !outcomeUnknown && reply.code !== 'payment_undecided',
  };
}

/** The server's field paths, told under the fields of the form. A refused name stands under both its halves. */
function formFieldsOf(fields: Record<string, string>): Partial<Record<CustomerField, string>> {
  const formFields: Partial<Record<CustomerField, string>> = {};
  for (const [path, message] of Object.entries(fields)) {
    for (const field of formFieldsByPath[path] ?? []) formFields[field] = message;
  }
  return formFields;
}

const formFieldsByPath: Record<string, CustomerField[]> = {
  'orderData.customerName': ['firstName', 'lastName'],
  'orderData.customerEmail': ['email'],
  'orderData.customerPhone': ['phone'],
  'orderData.customerAddress': ['address'],
};

/** Is anything still to be typed? */
export function isAnyDetailMissing(typed: Customer): boolean {
  return customerFields.some((field) => typed[field].trim() === '');
}

/** The field to take the buyer to: the first in the form's order that has a message. */
export function firstBadField(errors: Partial<Record<CustomerField, unknown>>): CustomerField | null {
  return customerFields.find((field) => errors[field]) ?? null;
}
