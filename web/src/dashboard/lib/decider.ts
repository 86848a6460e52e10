import type { PaymentMethod } from '@contract/orders.ts';

/** Who says what became of a payment that was asked for: at the beginning of a sentence, and within one. */
export const deciderOf = (method: PaymentMethod) =>
  method === 'mpesa'
    ? ({ name: 'Safaricom', within: 'Safaricom' } as const)
    : ({ name: 'The bank', within: 'the bank' } as const);
