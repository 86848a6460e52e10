import type { PaymentMethod } from './orders.ts';

/** What a way to pay is called. Apart from orders: only the dashboard and the messages say it. */
export const paymentMethodLabels: Record<PaymentMethod, string> = {
  card: 'Card',
  mpesa: 'M-Pesa',
  transfer: 'Bank transfer',
  cash: 'Cash',
  cheque: 'Cheque',
};
