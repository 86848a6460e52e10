import type { OwnerTask, TaskOutcome } from '@contract/admin.ts';

/** The outcomes of a task about a payment that did not match its order. */
export const taskOutcomeLabels: Record<TaskOutcome, string> = {
  accepted: 'Accepted as paid',
  partial_payment: 'Accepted as a partial payment, the rest is to be paid',
  refunded: 'Refunded',
  nothing_received: 'Nothing was received',
  looked_at: 'Looked at',
  decided: 'Settled by itself',
};

/** The button that ends a task: of a payment that does not count any more it gives up what is owed. */
export const closeTaskLabel = ({ kind }: Pick<OwnerTask, 'kind'>): string =>
  kind === 'payment_reversed' ? 'Write Off' : 'Close task';
