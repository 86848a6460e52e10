import type { Order } from '@contract/orders.ts';
import { MessageCircle } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Price } from '../../../components/price.tsx';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { formatDayAndTime } from '../../../lib/nairobi-time.ts';
import { orderNumber } from '../../../lib/order-number.ts';
import styles from './order-confirmation.module.css';
import { whatsAppLink } from './order-link.ts';
import { OrderItems } from './order-items.tsx';
import { OrderProgress } from './order-progress.tsx';
import { isPaid, paymentStatusOf } from './order-status.ts';

type OrderConfirmationProps = {
  order: Order;
  /** Beside 'Track Order'. */
  actions: ReactNode;
};

/** Everything a buyer wants to know about one order, and how far it has come. */
export function OrderConfirmation({ order, actions }: OrderConfirmationProps) {
  const [isTracking, setIsTracking] = useState(false);
  const trackId = useId();
  const paid = isPaid(order.status);
  const hasStopped = order.status === 'failed' || order.status === 'cancelled';
  return (
    <>
      {hasStopped ? (
        <Notice
          tone="error"
          announce="none"
          title={stoppedTitles[order.status === 'failed' ? 'failed' : 'cancelled']}
        >
          No payment has been confirmed for this order, and nothing will be delivered for it. You are welcome
          to order again.
        </Notice>
      ) : paid ? null : order.nextStep === 'pay' ? (
        <Notice tone="warning" announce="none" title="This order is not paid yet">
          The bank has no record of a payment for it. Its items are reserved for you for a while; you can pay
          now.
        </Notice>
      ) : (
        <Notice tone="warning" announce="none" title="The bank has not confirmed your payment yet">
          Please do not pay again: My Orders shows when it is paid.
        </Notice>
      )}
      <dl className={styles.facts}>
        <Fact label="Order Number">
          <span className={styles.number}>#IC-{orderNumber(order.id)}</span>
        </Fact>
        <Fact label="Payment Status">
          <StatusBadge tone={paid ? 'good' : hasStopped ? 'neutral' : 'wait'}>
            {paymentStatusOf(order.status)}
          </StatusBadge>
        </Fact>
        <Fact label="Total Amount">
          <Price amount={order.totalAmount} />
        </Fact>
        {hasStopped ? null : <Fact label="Estimated Delivery">2-3 business days</Fact>}
        <Fact label="Ordered">
          <time dateTime={order.createdAt}>{formatDayAndTime(order.createdAt)}</time>
        </Fact>
      </dl>
      <div className={styles.actions}>
        <Button
          size="large"
          variant={order.nextStep === 'pay' ? 'secondary' : 'primary'}
          aria-expanded={isTracking}
          aria-controls={trackId}
          onClick={() => setIsTracking(!isTracking)}
        >
          Track Order
        </Button>
        {actions}
      </div>
      <section id={trackId} className={styles.part} hidden={!isTracking} aria-label="Progress of the order">
        <OrderProgress status={order.status} />
      </section>
      <section className={styles.part}>
        <h2>Items</h2>
        <OrderItems items={order.items} />
      </section>
      {order.linkKey ? (
        <section className={styles.part}>
          <h2>Keep This Order Handy</h2>
          <p>
            Send its link to yourself, or to whoever waits for the delivery: it opens the order on any phone,
            without signing in.
          </p>
          <a className={styles.share} href={whatsAppLink(order, window.location.origin)} rel="noreferrer">
            <MessageCircle aria-hidden="true" />
            Send on WhatsApp
          </a>
        </section>
      ) : null}
      {hasStopped ? null : (
        <section className={styles.part}>
          <h2>Next Steps</h2>
          <ol className={styles.next}>
            {nextSteps(order, paid).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const stoppedTitles = {
  failed: 'The payment for this order did not go through',
  cancelled: 'This order was cancelled',
};

function nextSteps(order: Order, paid: boolean): string[] {
  return [
    paid
      ? 'Your payment is received. Your order is processed within 24 hours.'
      : order.nextStep === 'pay'
        ? 'You have not paid yet. Your order is processed within 24 hours after payment.'
        : 'Your payment is not confirmed yet. Your order is processed within 24 hours after confirmation.',
    `We call ${order.customerPhone} to arrange delivery.`,
    `We deliver to: ${order.customerAddress}`,
  ];
}
