import type { PaymentMethod, WithheldMethod } from './orders.ts';

// Apart from orders: few pages say it.

/** What a way to pay is called. */
export const paymentMethodLabels: Record<PaymentMethod, string> = {
  card: 'Card',
  mpesa: 'M-Pesa',
  transfer: 'Bank transfer',
  cash: 'Cash',
  cheque: 'Cheque',
  withheld_vat: 'VAT withheld',
  withheld_tax: 'Income tax withheld',
};

export const isWithheld = (method: PaymentMethod): method is WithheldMethod =>
  method === 'withheld_vat' || method === 'withheld_tax';

/** `M-Pesa SGR7XK2P1Q`, `VAT withheld, certificate KRAWHT1` */
export const paidWith = (method: PaymentMethod, reference: string): string =>
  `${paymentMethodLabels[method]}${reference && `${isWithheld(method) ? ', certificate' : ''} ${reference}`}`;

/** How money went back, in a sentence to its buyer. */
export const byMethod: Record<PaymentMethod, string> = {
  card: 'by card',
  mpesa: 'by M-Pesa',
  transfer: 'by bank transfer',
  cash: 'in cash',
  cheque: 'by cheque',
  withheld_vat: 'as VAT',
  withheld_tax: 'as income tax',
};
