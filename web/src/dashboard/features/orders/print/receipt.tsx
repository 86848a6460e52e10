import type { OrderDetails, ReceivedPayment } from '@contract/admin-orders.ts';
import { classNames } from '../../../../components/class-names.ts';
import { formatKes } from '../../../../lib/money.ts';
import { formatDayAndTime } from '../../../../lib/nairobi-time.ts';
import { orderNumber } from '../../../../lib/order-number.ts';
import { PrintSheet } from './print-sheet.tsx';
import styles from './print-sheet.module.css';

type ReceiptProps = { details: OrderDetails; payment: ReceivedPayment };

/** That the money was received: for what, from whom, when and how, with the bank's own references. */
export function Receipt({ details: { order, models }, payment }: ReceiptProps) {
  return (
    <PrintSheet
      title="Receipt"
      facts={[
        ['Order', `#IC-${orderNumber(order.id)}`],
        ['Ordered', formatDayAndTime(order.createdAt)],
        ['Paid', formatDayAndTime(payment.paidAt)],
      ]}
    >
      <address className={styles.party}>
        <span className={styles.label}>Received from</span>
        <strong>{order.customerName}</strong>
        <span>{order.customerAddress}</span>
        <span>{order.customerPhone}</span>
        <span>{order.customerEmail}</span>
      </address>
      <table className={classNames(styles.lines, styles.priced)}>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col" className={styles.number}>
              Pieces
            </th>
            <th scope="col" className={styles.number}>
              Price
            </th>
            <th scope="col" className={styles.number}>
              Sum
            </th>
          </tr>
        </thead>
        <tbody>
          {order.items.map((item) => (
            <tr key={item.id}>
              <th scope="row">
                {item.productName}
                {models[item.productId] ? (
                  <span className={styles.model}>{models[item.productId]}</span>
                ) : null}
              </th>
              <td className={styles.number}>{item.quantity}</td>
              <td className={styles.number}>{formatKes(item.price)}</td>
              <td className={styles.number}>{formatKes(item.price * item.quantity)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              Total received
            </th>
            <td className={styles.number}>{formatKes(payment.amount)}</td>
          </tr>
        </tfoot>
      </table>
      <dl className={styles.facts}>
        {factsOf(payment).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>Thank you for your order. Questions about it? Please name the order’s number.</p>
    </PrintSheet>
  );
}

function factsOf(payment: ReceivedPayment): [string, string][] {
  const facts: [string, string | null][] = [
    ['Paid by', payment.cardNumber ? `Card ${payment.cardNumber}` : 'Card'],
    ['Reference', payment.reference],
    ['Bank’s transaction', payment.transactionId],
    ['Authorisation', payment.authorisationCode],
    ['Confirmed by the bank', `${formatDayAndTime(payment.paidAt)}, Nairobi time`],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}
