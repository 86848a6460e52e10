import type { OpenOrder } from '@contract/orders.ts';
import { Clock3 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { LinkButton } from '#components/forms/button.tsx';
import { formatKes } from '@contract/money.ts';
import { dueSum } from '@contract/on-account.ts';
import { isBeingChecked } from '#orders/order-message.ts';
import { orderNumber } from '@contract/order-number.ts';
import styles from './open-orders-banner.module.css';
import { CancelOrder } from './cancel-order.tsx';
import { maxShown } from './open-orders-queries.ts';

type OpenOrdersBannerProps = {
  orders: readonly OpenOrder[];
  /** The bank is being queried about those of which it is not known what it knows. */
  isChecking: boolean;
  /** Renders the pay button. */
  renderPay: (order: OpenOrder) => ReactNode;
  /** Called when a link to another page is followed. */
  onLeave?: () => void;
};

/** Orders that wait for the buyer's payment or for the bank, with the actions for each. */
export function OpenOrdersBanner({ orders, isChecking, renderPay, onLeave }: OpenOrdersBannerProps) {
  if (orders.length === 0) return null;
  return (
    <section className={`card stack gap-2 ${styles.banner}`} aria-label="Orders that are not paid yet">
      <Several of={orders.length}>
        <ul className="stack divided">
          {orders.slice(0, maxShown).map((order) => (
            <OpenOrderLine
              key={order.id}
              order={order}
              isChecking={isChecking && isBeingChecked({ ...order, payment: order })}
              pay={renderPay(order)}
              onLeave={onLeave}
            />
          ))}
        </ul>
        {orders.length > maxShown ? (
          <Link to="/orders" className="small" onClick={onLeave}>
            {orders.length - maxShown} more in My Orders
          </Link>
        ) : null}
      </Several>
    </section>
  );
}

/** One order is shown as it is; several are one line, which opens. */
function Several({ of: count, children }: { of: number; children: ReactNode }) {
  if (count === 1) return children;
  return (
    <details>
      <summary className={styles.several}>{count} orders are not paid yet</summary>
      {children}
    </details>
  );
}

type OpenOrderLineProps = { order: OpenOrder; isChecking: boolean; pay: ReactNode; onLeave?: () => void };

function OpenOrderLine({ order, isChecking, pay, onLeave }: OpenOrderLineProps) {
  // What has been received is arranged on the phone.
  const isPartlyPaid = order.dueAmount > 0 && order.dueAmount < order.totalAmount;
  const number = `#${orderNumber(order.id)}`;
  // What was told is said on its page, beside the ways to pay the rest. A stored reply may not have it.
  const isTold = order.announcedCents > 0 && order.nextStep === 'pay';
  const step = isTold ? 'told' : isChecking ? 'check' : order.nextStep;
  const others = (
    <>
      {step === 'pay' ? pay : null}
      <LinkButton to={`/order-confirmation/${order.id}`} variant="quiet" onClick={onLeave}>
        View
        <span className="visually-hidden"> order {number}</span>
      </LinkButton>
      {order.view === 'reduced' ? (
        <LinkButton to="/orders" variant="quiet" onClick={onLeave}>
          Add to My Account
          <span className="visually-hidden">: order {number}</span>
        </LinkButton>
      ) : null}
    </>
  );
  return (
    <li className="row gap-4 gap-y-1 wrap spread pad-y-1">
      <p className={`flex gap-2 pad-y-1 icons-20 ${styles.text}`}>
        <Clock3 className="wait" />
        <span>
          Order <strong className="one-line">{number}</strong>,{' '}
          <strong className="one-line">{isPartlyPaid ? dueSum(order) : formatKes(order.totalAmount)}</strong>
          <span>
            {`${isPartlyPaid ? ` of ${formatKes(order.totalAmount)}` : ''}, ${
              isPartlyPaid && step === 'pay' ? 'is still to be paid.' : situations[step]
            }`}
          </span>
        </span>
      </p>
      {order.view !== 'reduced' && step === 'pay' && !isPartlyPaid ? (
        <CancelOrder orderId={order.id}>{others}</CancelOrder>
      ) : (
        <div className="row gap-2 gap-y-1 wrap">{others}</div>
      )}
    </li>
  );
}

const situations = {
  pay: 'is waiting for your payment.',
  check: 'is being checked with the bank.',
  told: 'has a payment by M-Pesa that is being checked.',
  wait: 'is waiting for the bank. Please do not pay again.',
  // The user has signed in since it was placed.
  none: 'was placed in this browser and is not in your account yet.',
};
