import type { Order, WholeOrder } from '@contract/orders.ts';
import { Mail, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { LinkButton } from '#components/forms/button.tsx';
import { Price } from '#components/page/price.tsx';
import { StatusBadge } from '#components/tables/status-badge.tsx';
import { formatDayAndTime } from '@contract/nairobi-time.ts';
import { formatCents } from '@contract/money.ts';
import { companyText } from '#orders/company-text.ts';
import { orderMessage } from '#orders/order-message.ts';
import { orderNumber } from '@contract/order-number.ts';
import { restDue } from '#orders/earlier-payments-text.ts';
import styles from './order-card.module.css';
import { canCancel, CancelOrder } from './open/cancel-order.tsx';
import { OrderItems } from './order-items.tsx';
import { shownStatusOf } from '#orders/order-status-text.ts';

type OrderCardProps = {
  order: Order;
  /** The pay button; shown when paying is the next step. */
  pay: ReactNode;
  /** Shown instead of the contact details of an order that can be claimed. */
  claim?: ReactNode;
};

/** The id of the heading, which can be focused. */
export const headingIdOf = (orderId: string) => `order-${orderId}`;

/** One order in the list: date, status, total, customer and items. */
export function OrderCard({ order, pay, claim }: OrderCardProps) {
  const number = `#${orderNumber(order.id)}`;
  const rest = restDue(order);
  const shown = shownStatusOf(order);
  const message = orderMessage(order);
  return (
    <article className={`card stack gap-4 pad-4 ${styles.card}`} aria-labelledby={headingIdOf(order.id)}>
      <header className={`grid gap-3 gap-y-1 ${styles.head}`}>
        <h2 id={headingIdOf(order.id)} className={styles.number} tabIndex={-1}>
          <span className="visually-hidden">Order </span>
          {number}
        </h2>
        <StatusBadge tone={shown.tone}>{shown.label}</StatusBadge>
        <time className="quiet" dateTime={order.createdAt}>
          {formatDayAndTime(order.createdAt)}
        </time>
        <Price amount={order.totalAmount} className="text-end" />
        {rest === null ? (
          message.money === shown.label ? null : (
            <p className="whole-row small quiet">{message.money}</p>
          )
        ) : (
          <p className="whole-row text-end">
            {order.word === 'owed' && order.payment.owedBy
              ? `${message.money}: ${formatCents(rest)}`
              : `${formatCents(rest)} still to be paid`}
          </p>
        )}
      </header>
      <OrderItems items={order.items} delivery={order.delivery} />
      <footer className={`stack gap-4 line-above pad-top-4 ${styles.foot}`}>
        {order.view !== 'reduced' ? <Contact order={order} /> : claim}
        {/* What was told is said on its page, beside the ways to pay. A stored order may not say it. */}
        {message.nextStep === 'pay' && !(order.payment.announcedCents > 0) ? pay : null}
        {canCancel(order) ? <CancelOrder orderId={order.id} /> : null}
        <LinkButton to={`/order-confirmation/${order.id}`} variant="secondary">
          View Order
          <span className="visually-hidden"> {number}</span>
        </LinkButton>
      </footer>
    </article>
  );
}

function Contact({ order }: { order: WholeOrder }) {
  return (
    <address className={`stack gap-1 icons-18 ${styles.contact}`}>
      <strong>{order.customerName}</strong>
      {order.company ? <span className="breaks">{companyText(order.company)}</span> : null}
      {order.customerEmail ? (
        <span className="flex gap-2 align-top breaks">
          <Mail />
          {order.customerEmail}
        </span>
      ) : null}
      {order.customerPhone ? (
        <span className="flex gap-2 align-top breaks">
          <Phone />
          {order.customerPhone}
        </span>
      ) : null}
      <span className="flex gap-2 align-top breaks">
        <MapPin />
        {order.customerAddress}
      </span>
    </address>
  );
}
