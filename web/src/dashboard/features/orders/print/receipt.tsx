import type { OrderDetails, ReceivedPayment } from '@contract/admin-orders.ts';
import { deliveryLabel } from '#orders/delivery-text.ts';
import { deliveryAmount } from '#orders/order-delivery-text.ts';
import { formatCents, formatKes } from '@contract/money.ts';
import { paymentMethodLabels } from '@contract/payment-methods.ts';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { refundedOf } from '../order-money.ts';
import { Facts, PrintSheet } from './print-sheet.tsx';

type ReceiptProps = { details: OrderDetails; payment: ReceivedPayment };

/** The receipt of a payment: for what, from whom, when and how, with the bank's references. */
export function Receipt({ details, payment }: ReceiptProps) {
  const { acceptedCents } = details.order.payment;
  const refundedCents = refundedOf(details);
  const isPart = payment.amount * 100 < acceptedCents + refundedCents;
  return (
    <PrintSheet
      details={details}
      title="Receipt"
      facts={[['Paid', formatDayAndTime(payment.paidAt)]]}
      party="Received from"
      withEmail
      figures={[
        { head: 'Pieces', of: ({ quantity }) => quantity },
        { head: 'Price', of: ({ price }) => formatKes(price) },
        {
          head: 'Sum',
          of: ({ price, quantity }) => formatKes(price * quantity),
          // The accepted amount, which may come from several payments and differ from the total.
          total: formatCents(acceptedCents + refundedCents),
        },
      ]}
      extra={
        details.order.delivery.price === null
          ? null
          : { label: deliveryLabel(details.order.delivery), amount: deliveryAmount(details.order.delivery) }
      }
      totalLabel="Total received"
      afterTotal={
        refundedCents > 0
          ? [
              ['Refunded', formatCents(refundedCents)],
              ['Balance', formatCents(acceptedCents)],
            ]
          : []
      }
    >
      <Facts
        facts={[
          ...(isPart ? [['Last partial payment', formatKes(payment.amount)] as [string, string]] : []),
          ...factsOf(payment),
        ]}
      />
      <p>Thank you for your order. If you have a question about it, please give us the order’s number.</p>
    </PrintSheet>
  );
}

function factsOf(payment: ReceivedPayment): [string, string][] {
  if (payment.method !== 'card') {
    return [
      ['Paid by', paymentMethodLabels[payment.method]],
      ['Reference', payment.reference],
    ];
  }
  const facts: [string, string | null][] = [
    ['Paid by', payment.cardNumber ? `Card ${payment.cardNumber}` : 'Card'],
    ['Reference', payment.reference],
    ['Bank’s payment number', payment.transactionId],
    ['Authorisation', payment.authorisationCode],
    ['Confirmed by the bank', `${formatDayAndTime(payment.paidAt)}, Nairobi time`],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}
