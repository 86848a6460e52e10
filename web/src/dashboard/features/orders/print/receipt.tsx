import type { OrderDetails, ReceivedPayment } from '@contract/admin-orders.ts';
import { deliveryLabel } from '#orders/delivery-text.ts';
import { deliveryAmount } from '#orders/order-delivery-text.ts';
import { formatCents, formatKes } from '@contract/money.ts';
import { paymentMethodLabels } from '@contract/payment-methods.ts';
import { formatDay, formatDayAndTime } from '@contract/nairobi-time.ts';
import { Facts, PrintSheet } from './print-sheet.tsx';

/** The receipt of an order's payments: for what, from whom, when and how, with the bank's references. */
export function Receipt({ details }: { details: OrderDetails }) {
  const { payments } = details;
  const { acceptedCents, refundedCents } = details.order.payment;
  const last = payments.at(-1);
  return (
    <PrintSheet
      details={details}
      title="Receipt"
      facts={last ? [['Paid', formatDayAndTime(last.paidAt)]] : []}
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
      {payments.map((payment) => (
        <Facts
          key={payment.transactionId || payment.paidAt}
          facts={[...(payments.length > 1 ? partOf(payment) : []), ...factsOf(payment)]}
        />
      ))}
      <p>Thank you for your order. If you have a question about it, please give us the order’s number.</p>
    </PrintSheet>
  );
}

const partOf = ({ amountCents, paidAt }: ReceivedPayment): [string, string][] => [
  ['Received', `${formatCents(amountCents)} on ${formatDay(paidAt)}`],
];

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
