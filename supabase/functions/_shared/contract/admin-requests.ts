import { type InferType, object, string } from 'yup';
import { type AdminOrder, ownerOutcomes, type OwnerTask } from './admin.ts';
import { maxNoteLength, type OrderNote } from './admin-orders.ts';
import { type User, userRoles } from './auth.ts';
import { endpointWithBody } from './endpoint.ts';
import { orderStatuses } from './orders.ts';
import { refundFields } from './refunds.ts';
import { ofText, textField } from './text-field.ts';

/** The most letters of a reason. */
export const maxReasonLength = 1000;

// Apart from admin.ts, whose readers check no form and need no yup.

const setUserRoleSchema = object({
  role: string().required('Role is missing').oneOf(userRoles, 'Choose customer or admin'),
}).required();

export type SetUserRoleRequest = InferType<typeof setUserRoleSchema>;

const advanceOrderSchema = object({
  status: string().required('Status is missing').oneOf(orderStatuses, 'Unknown status'),
  /** Why it is completed before its payment is settled, where `completionNeed` asks for a reason. */
  reason: string()
    .transform(ofText((typed) => typed.trim()))
    .typeError('Please type text')
    .max(maxReasonLength, 'Please shorten the reason'),
}).required();

export type AdvanceOrderRequest = InferType<typeof advanceOrderSchema>;

export const closeOwnerTaskSchema = object({
  outcome: string()
    .required('Please choose what became of the money')
    .oneOf(ownerOutcomes, 'Unknown outcome'),
  reason: textField('Please say what was done', maxReasonLength),
  /** With `refunded`, and only then. */
  refund: object(refundFields)
    .default(undefined)
    .test(
      'refund',
      'Please say when it was refunded',
      (refund, { parent }) => (parent as { outcome: string }).outcome !== 'refunded' || refund !== undefined,
    ),
}).required();

export type CloseOwnerTaskRequest = InferType<typeof closeOwnerTaskSchema>;

export const addOrderNoteSchema = object({
  text: textField('Please write a note', maxNoteLength),
}).required();

export type AddOrderNoteRequest = InferType<typeof addOrderNoteSchema>;

/** Given, it ends the person's sign-ins; taken, it is gone with their next request. 409 `last_admin`. */
export const setUserRole = endpointWithBody<User>()('PUT', '/api/admin/users/:id/role', setUserRoleSchema);
/** One of `ownerSteps`; 409 `transition_refused` otherwise, `not_settled` or `reason_required` as `completionNeed` says, `cancel_undecided` or `refund_first` for an order that cannot be cancelled, `all_refunded` or `taken_back` for one that is not to be completed. The state it is in already is no step and no failure. */
export const advanceOrder = endpointWithBody<AdminOrder>()(
  'POST',
  '/api/admin/orders/:id/status',
  advanceOrderSchema,
);
/** Once: the first end stands. 409 `transition_refused` for an outcome that it cannot have, `out_of_stock` for `accepted`. */
export const closeOwnerTask = endpointWithBody<OwnerTask>()(
  'POST',
  '/api/admin/tasks/:id/close',
  closeOwnerTaskSchema,
);
/** Append-only. The `Idempotency-Key` becomes the note's id: sent twice it is one note. */
export const addOrderNote = endpointWithBody<OrderNote>()(
  'POST',
  '/api/admin/orders/:id/notes',
  addOrderNoteSchema,
);
