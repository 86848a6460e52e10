import type { OpenOrder } from '@contract/orders.ts';

/** An order of KES 85,000 that waits for its payment. The bank knows of none. */
export const unpaidOrder: OpenOrder = {
  id: '84fa5082-c0a5-4551-a924-936301add454',
  totalAmount: 85_000,
  dueAmount: 85_000,
  roundedCents: 0,
  status: 'pending',
  nextStep: 'pay',
  hasBankAnswered: true,
  announcedCents: 0,
  view: 'full',
  createdAt: '2026-11-22T08:00:00Z',
};
