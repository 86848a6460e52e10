import type { BankAnswer } from '@contract/admin-transactions.ts';
import type { PaymentMethod } from '@contract/orders.ts';

/** Who says what became of a payment that was asked for: at the beginning of a sentence, and within one. */
export const deciderOf = (method: PaymentMethod) =>
  method === 'mpesa'
    ? ({ name: 'Safaricom', within: 'Safaricom' } as const)
    : ({ name: 'The bank', within: 'the bank' } as const);

/** After "asked": why they were asked. */
export const askedBecause: Record<BankAnswer['askedBy'], string> = {
  return: 'when the buyer came back',
  reconcile: 'automatically',
  shopper: 'for the waiting buyer',
  owner: 'from the dashboard',
};
