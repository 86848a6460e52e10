import type { OrderDetails } from '@contract/admin-orders.ts';
import { Mail, MapPin, Phone, Printer } from 'lucide-react';
import { LinkButton } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { orderNumber } from '#orders/order-number.ts';
import { BackLink } from '#dashboard/components/back-link.tsx';
import { OrderStatusBadge } from '#dashboard/components/order-status-badge.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { isPaid } from '#orders/is-paid.ts';
import { moneyStateOf } from '../order-money.ts';
import { NoSuchOrder } from '../no-such-order.tsx';
import { EndLinksButton } from './end-links-button.tsx';
import { OrderContents } from './order-contents.tsx';
import { useOrderDetails } from './order-details-query.ts';
import { OrderNoteForm } from './order-note-form.tsx';
import styles from './order-screen.module.css';
import { OrderSteps } from './order-steps.tsx';
import { classNames } from '#components/page/class-names.ts';
import { OrderTimeline } from './order-timeline.tsx';

type OrderScreenProps = {
  orderId: string;
  /** The signed-in admin. */
  meId: string;
  /** The page of the table that was open before. */
  backTo: string;
  onOpenMessage(id: string): void;
};

/** One order: customer, items, payment, next steps and timeline. */
export function OrderScreen({ orderId, meId, backTo, onOpenMessage }: OrderScreenProps) {
  const back = <BackLink to={backTo}>All orders</BackLink>;
  return (
    <Loaded query={useOrderDetails(orderId)} what="the order" back={back}>
      {(details) =>
        details === null ? (
          <NoSuchOrder backTo={backTo} />
        ) : (
          <>
            {back}
            <Order details={details} meId={meId} onOpenMessage={onOpenMessage} />
          </>
        )
      }
    </Loaded>
  );
}

function Order({
  details,
  meId,
  onOpenMessage,
}: { details: OrderDetails } & Pick<OrderScreenProps, 'meId' | 'onOpenMessage'>) {
  const { order, tasks, models, timeline } = details;
  const money = moneyStateOf(details);
  return (
    <article className={classNames('stack gap-5', styles.order)}>
      <header className={classNames('cluster gap-4', styles.head)}>
        <h2 className={styles.title}>{`Order #${orderNumber(order.id)}`}</h2>
        <OrderStatusBadge status={order.status} />
        <time dateTime={order.createdAt} className="quiet tabular">
          {formatDayAndTime(order.createdAt)}
        </time>
        <PrintLinks details={details} />
      </header>
      <div className={classNames('stack gap-4 packed', styles.side)}>
        <Notice tone={money.tone} title={money.title} announce="status">
          {money.sentence}
        </Notice>
        {tasks.map((task) => (
          <Notice
            key={task.id}
            tone="warning"
            announce="none"
            title={task.title}
            action={
              <LinkButton variant="secondary" to={`/admin/transactions?transaction=${task.transactionId}`}>
                See the evidence
              </LinkButton>
            }
          />
        ))}
        <OrderSteps details={details} meId={meId} />
        <Customer details={details} />
      </div>
      <div className={classNames('stack gap-6 packed', styles.main)}>
        <OrderContents order={order} models={models} />
        <section className="stack gap-5" aria-labelledby="order-story">
          <h3 id="order-story">What happened</h3>
          <OrderNoteForm key={order.id} orderId={order.id} />
          <OrderTimeline events={timeline} onOpenMessage={onOpenMessage} />
        </section>
      </div>
    </article>
  );
}

function Customer({ details: { order } }: { details: OrderDetails }) {
  const subject = encodeURIComponent(`Your order #IC-${orderNumber(order.id)}`);
  return (
    <section className="stack gap-3 pad-top-2" aria-labelledby="order-customer">
      <h3 id="order-customer">Customer</h3>
      <address className="stack gap-1 at-start breaks icons-18">
        <strong>{order.customerName}</strong>
        <a href={`tel:${order.customerPhone}`} className="inline-row gap-2 target">
          <Phone aria-hidden="true" />
          {order.customerPhone}
        </a>
        <a href={`mailto:${order.customerEmail}?subject=${subject}`} className="inline-row gap-2 target">
          <Mail aria-hidden="true" />
          {order.customerEmail}
        </a>
        <span className="inline-row gap-2 target">
          <MapPin aria-hidden="true" />
          {order.customerAddress}
        </span>
      </address>
      <p className="muted">{order.userId ? 'Has an account.' : 'Ordered as a guest.'}</p>
      <EndLinksButton orderId={order.id} />
    </section>
  );
}

function PrintLinks({ details: { order } }: { details: OrderDetails }) {
  const print = (what: string) => `/admin/orders/${order.id}/print?what=${what}`;
  const icon = <Printer aria-hidden="true" />;
  return (
    <p className={classNames('flex gap-1 wrap', styles.prints)}>
      <LinkButton variant="quiet" icon={icon} to={print('packing-slip')}>
        Packing slip
      </LinkButton>
      {isPaid(order) ? (
        <LinkButton variant="quiet" icon={icon} to={print('receipt')}>
          Receipt
        </LinkButton>
      ) : null}
    </p>
  );
}
