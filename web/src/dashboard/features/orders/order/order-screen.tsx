import type { OrderDetails } from '@contract/admin-orders.ts';
import { ArrowLeft, Mail, MapPin, Phone, Printer } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button, LinkButton } from '../../../../components/button.tsx';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { Notice } from '../../../../components/notice.tsx';
import { Loading, Skeleton } from '../../../../components/skeleton.tsx';
import { errorSentence } from '../../../../lib/error-sentence.ts';
import { formatDayAndTime } from '../../../../lib/nairobi-time.ts';
import { orderNumber } from '../../../../lib/order-number.ts';
import { moneyTruthOf } from '../order-money.ts';
import { OrderStatusBadge } from '../../../components/order-status-badge.tsx';
import { OrderContents } from './order-contents.tsx';
import { useOrderDetails } from './order-details-query.ts';
import { OrderNoteForm } from './order-note-form.tsx';
import styles from './order-screen.module.css';
import { OrderSteps } from './order-steps.tsx';
import { OrderTimeline } from './order-timeline.tsx';

type OrderScreenProps = {
  orderId: string;
  /** The admin at this screen. */
  meId: string;
  /** The page of the table from which one came. */
  backTo: string;
};

/** One order: who, what, how the money stands, what to do next, and everything that happened. */
export function OrderScreen({ orderId, meId, backTo }: OrderScreenProps) {
  const { data, error, isPending, refetch, dataUpdatedAt } = useOrderDetails(orderId);
  const back = (
    <Link to={backTo} className={styles.back}>
      <ArrowLeft aria-hidden="true" />
      All orders
    </Link>
  );
  if (isPending) {
    return (
      <Loading label="Loading the order">
        <Skeleton shape="heading" width="half" />
        <Skeleton width="most" />
        <Skeleton width="most" />
      </Loading>
    );
  }
  if (data === undefined) {
    return (
      <>
        {back}
        <Notice
          tone="error"
          title="We could not load the order"
          action={<Button onClick={() => refetch()}>Try again</Button>}
        >
          {errorSentence(error)}
        </Notice>
      </>
    );
  }
  if (data === null) {
    return (
      <EmptyState
        title="There is no such order"
        description="The address names none of the shop's orders."
        action={<LinkButton to={backTo}>All orders</LinkButton>}
      />
    );
  }
  return (
    <>
      {back}
      {error ? (
        <Notice
          tone="error"
          title="The order could not be refreshed"
          action={<Button onClick={() => refetch()}>Try again</Button>}
        >
          {`${errorSentence(error)} What you see is from ${formatDayAndTime(new Date(dataUpdatedAt).toISOString())}.`}
        </Notice>
      ) : null}
      <Found details={data} meId={meId} />
    </>
  );
}

function Found({ details, meId }: { details: OrderDetails; meId: string }) {
  const { order, tasks, models, timeline } = details;
  const truth = moneyTruthOf(details);
  return (
    <article className={styles.order}>
      <header className={styles.head}>
        <h2 className={styles.title}>{`Order #${orderNumber(order.id)}`}</h2>
        <OrderStatusBadge status={order.status} />
        <time dateTime={order.createdAt} className={styles.date}>
          {formatDayAndTime(order.createdAt)}
        </time>
        <PrintLinks details={details} />
      </header>
      <div className={styles.side}>
        <Notice tone={truth.tone} title={truth.title} announce="status">
          {truth.sentence}
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
      <div className={styles.main}>
        <OrderContents order={order} models={models} />
        <section className={styles.story} aria-labelledby="order-story">
          <h3 id="order-story">What happened</h3>
          <OrderNoteForm key={order.id} orderId={order.id} />
          <OrderTimeline events={timeline} />
        </section>
      </div>
    </article>
  );
}

function Customer({ details: { order } }: { details: OrderDetails }) {
  return (
    <section className={styles.customer} aria-labelledby="order-customer">
      <h3 id="order-customer">Customer</h3>
      <address>
        <strong>{order.customerName}</strong>
        <a href={`tel:${order.customerPhone}`}>
          <Phone aria-hidden="true" />
          {order.customerPhone}
        </a>
        <a
          href={`mailto:${order.customerEmail}?subject=${encodeURIComponent(`Your order #IC-${orderNumber(order.id)}`)}`}
        >
          <Mail aria-hidden="true" />
          {order.customerEmail}
        </a>
        <span>
          <MapPin aria-hidden="true" />
          {order.customerAddress}
        </span>
      </address>
      <p className={styles.quiet}>{order.userId ? 'Has an account.' : 'Ordered as a guest.'}</p>
    </section>
  );
}

function PrintLinks({ details: { order } }: { details: OrderDetails }) {
  const isPaid = order.status === 'paid' || order.status === 'completed';
  const print = (what: string) => `/admin/orders/${order.id}/print?what=${what}`;
  const icon = <Printer aria-hidden="true" />;
  return (
    <p className={styles.prints}>
      <LinkButton variant="quiet" icon={icon} to={print('packing-slip')}>
        Packing slip
      </LinkButton>
      {isPaid ? (
        <LinkButton variant="quiet" icon={icon} to={print('receipt')}>
          Receipt
        </LinkButton>
      ) : null}
    </p>
  );
}
