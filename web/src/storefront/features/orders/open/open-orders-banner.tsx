import type { OpenOrder } from '@contract/orders.ts';
import { Clock3 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button, LinkButton } from '#components/forms/button.tsx';
import { showFailure, showToast } from '#components/overlays/toast.tsx';
import { VisuallyHidden } from '#components/page/visually-hidden.tsx';
import { formatKes } from '@contract/money.ts';
import { dueSum } from '@contract/on-account.ts';
import { isBeingChecked } from '#orders/order-message.ts';
import { orderNumber } from '@contract/order-number.ts';
import styles from './open-orders-banner.module.css';
import { classNames } from '#components/page/class-names.ts';
import { maxShown, useCancelOrder } from './open-orders-queries.ts';

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
    <section
      className={classNames('card stack gap-2', styles.banner)}
      aria-label="Orders that are not paid yet"
    >
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
  const [isConfirming, setIsConfirming] = useState(false);
  const cancelButton = useRef<HTMLButtonElement>(null);
  const wasDeclined = useRef(false);
  useEffect(() => {
    if (!isConfirming && wasDeclined.current) cancelButton.current?.focus();
    wasDeclined.current = false;
  }, [isConfirming]);
  // A part has been received: a cancellation has to be arranged on the phone.
  const isPartlyPaid = order.dueAmount > 0 && order.dueAmount < order.totalAmount;
  const number = `#${orderNumber(order.id)}`;
  const step = isChecking ? 'check' : order.nextStep;
  return (
    <li className="row gap-4 gap-y-1 wrap spread pad-y-1">
      <p className={classNames('flex gap-2 pad-y-1 icons-20', styles.text)}>
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
      {isConfirming ? (
        <CancelConfirmation
          orderId={order.id}
          number={number}
          onKeep={() => {
            wasDeclined.current = true;
            setIsConfirming(false);
          }}
        />
      ) : (
        <div className="row gap-2 gap-y-1 wrap">
          {step === 'pay' ? pay : null}
          <LinkButton to={`/order-confirmation/${order.id}`} variant="quiet" onClick={onLeave}>
            View
            <VisuallyHidden> order {number}</VisuallyHidden>
          </LinkButton>
          {order.view === 'reduced' ? (
            <LinkButton to="/orders" variant="quiet" onClick={onLeave}>
              Add to My Account
              <VisuallyHidden>: order {number}</VisuallyHidden>
            </LinkButton>
          ) : step === 'pay' && !isPartlyPaid ? (
            <Button ref={cancelButton} variant="quiet" onClick={() => setIsConfirming(true)}>
              Cancel
              <VisuallyHidden> order {number}</VisuallyHidden>
            </Button>
          ) : null}
        </div>
      )}
    </li>
  );
}

const situations = {
  pay: 'is waiting for your payment.',
  check: 'is being checked with the bank.',
  wait: 'is waiting for the bank. Please do not pay again.',
  // The user has signed in since it was placed.
  none: 'was placed in this browser and is not in your account yet.',
};

type CancelConfirmationProps = { orderId: string; number: string; onKeep: () => void };

/** Shown inline: the banner may be in a drawer, which a dialog would cover. */
function CancelConfirmation({ orderId, number, onKeep }: CancelConfirmationProps) {
  const cancelOrder = useCancelOrder();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);

  // Not with the callbacks of `mutate`: by then the order and this component are unmounted.
  const cancel = async () => {
    const surroundings = keep.current?.closest<HTMLElement>('dialog, main');
    try {
      await cancelOrder.mutateAsync(orderId);
      showToast({ title: 'Order cancelled', description: `Order ${number} is cancelled.`, tone: 'info' });
      if (surroundings) focusHeadingIn(surroundings);
    } catch (error) {
      showFailure('Order not cancelled', error);
      onKeep();
    }
  };

  return (
    <div className="row gap-2 gap-y-1 wrap" role="group" aria-label={`Cancel order ${number}?`}>
      <p className="strong">Cancel this order?</p>
      <Button ref={keep} variant="secondary" onClick={onKeep}>
        Keep Order
      </Button>
      <Button variant="danger" busy={cancelOrder.isPending} onClick={cancel}>
        Cancel Order
      </Button>
    </div>
  );
}

/** The line that had the focus is gone: the focus moves to the heading of the page or of the drawer. */
function focusHeadingIn(surroundings: HTMLElement): void {
  const heading = surroundings.querySelector<HTMLElement>('h1[tabindex="-1"], h2[tabindex="-1"]');
  (heading ?? surroundings).focus({ preventScroll: true });
}
