import type { TaskOutcome } from '@contract/admin.ts';

/** What became of money that did not fit its order. */
export const taskOutcomeWords: Record<TaskOutcome, string> = {
  accepted: 'Accepted as paid',
  rest_due: 'Accepted as a part, the rest is to be paid',
  refunded: 'Refunded',
  nothing_received: 'Nothing was received',
  decided: 'Decided by the bank',
};
