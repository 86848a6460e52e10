import type { Outcome } from '@contract/payment-return.ts';
import { CircleCheck, CircleX, Clock3 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, LinkButton } from '#components/forms/button.tsx';
import { classNames } from '#components/page/class-names.ts';
import { ContactLines } from '#components/page/contact-lines.tsx';
import { Page } from '#components/page/page.tsx';
import { formatCents, formatKes } from '@contract/money.ts';
import { fullOrderNumber } from '@contract/order-number.ts';
import { orderMessage } from '#orders/order-message.ts';
import { restDue } from '#orders/earlier-payments-text.ts';
import { outcomeMessage } from './payment-state.ts';
import styles from './outcome-panel.module.css';
import type { PaymentOutcome } from './use-payment-outcome.ts';

type OutcomePanelProps = {
  outcome: Outcome;
  payment: PaymentOutcome;
  /** The payment details that this page shows, label and value. */
  rows: [label: string, value: string][];
  /** The buttons of an unpaid order; a paid one has its own. */
  actions: ReactNode;
};

const icons = { good: CircleCheck, wait: Clock3, bad: CircleX };

/** The frame of every outcome page: the payment status, what to do, the details. */
export function OutcomePanel({ outcome, payment, rows, actions }: OutcomePanelProps) {
  const { order, state, details } = payment;
  const { title, sentence, tone } = outcomeMessage(outcome, state, order);
  const Icon = icons[tone];
  const nextStep = order && orderMessage(order).nextStep;
  const rest = order && restDue(order);
  const { lastCents = 0, acceptedCents = 0 } = order?.payment ?? {};
  // It has paid what earlier payments left.
  const isRest = lastCents > 0 && lastCents < acceptedCents;
  const shownRows: [string, string][] = order
    ? [
        ['Order Number', fullOrderNumber(order.id)],
        ['Amount', isRest ? formatCents(lastCents) : formatKes(order.totalAmount)],
        ...(isRest ? ([['Paid in All', formatCents(acceptedCents)]] satisfies [string, string][]) : []),
        ...(order.payment.laterCents > 0
          ? ([
              ['Paid', formatCents(order.payment.acceptedCents)],
              ['When It Has Come', formatCents(order.payment.laterCents)],
            ] satisfies [string, string][])
          : []),
        ...(rest === null ? [] : [['Still to Be Paid', formatCents(rest)] as [string, string]]),
        ...rows,
      ]
    : rows;
  return (
    <Page width="text" title={title} heading={null}>
      <div className={classNames('card stack gap-5', styles.panel, styles[tone])}>
        <div className="stack gap-3" role="status">
          <div className="row gap-3">
            <Icon size={36} className={`rigid ${styles.icon}`} />
            <h1 tabIndex={-1}>{title}</h1>
          </div>
          <p className={`text-width ${styles.sentence}`}>{sentence}</p>
          {nextStep === 'call' ? <ContactLines /> : null}
        </div>
        {state === 'unpaid' && outcome !== 'success' ? null : <Watching payment={payment} />}
        <div className="actions">
          {state === 'received' && details.orderId ? (
            <>
              <LinkButton to={`/order-confirmation/${details.orderId}`} size="large">
                View Order
              </LinkButton>
              <LinkButton to="/orders" variant="secondary" size="large">
                My Orders
              </LinkButton>
              <LinkButton to="/" variant="quiet" size="large">
                Continue Shopping
              </LinkButton>
            </>
          ) : (
            actions
          )}
        </div>
        {order && tone === 'bad' && nextStep !== 'call' ? <ContactLines /> : null}
        <dl className="line-above">
          {shownRows.map(([label, value]) => (
            // The bank's numbers in small print: people use the order's number.
            <div
              key={label}
              className={classNames(
                'stack gap-4 gap-y-0 line-below',
                styles.row,
                order && rowsOfBank.has(label) ? 'muted pad-y-1' : 'strong pad-y-3',
              )}
            >
              <dt className="light">{label}</dt>
              <dd className="breaks">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Page>
  );
}

const rowsOfBank = new Set(['Order ID', 'Transaction ID', 'Error Code', 'Reason', 'Details']);

/** Shows that the page is polling, or that it has stopped and how to continue. */
function Watching({ payment }: { payment: PaymentOutcome }) {
  const { state, order, details, hasStopped, isFetching, watchAgain } = payment;
  if (details.orderId === null || state === 'received' || state === 'not-received') return null;
  if (!order && state === 'unknown') {
    return (
      <div className={`stack gap-3 at-start ${styles.watching}`} role="status">
        <p>We could not look up your order just now. Nothing about it has changed.</p>
        <Button variant="secondary" busy={isFetching} onClick={watchAgain}>
          Check again
        </Button>
      </div>
    );
  }
  return (
    <div className={`stack gap-3 at-start ${styles.watching}`} role="status">
      {hasStopped ? (
        <>
          <p>
            The bank is taking longer than usual, so this page has stopped asking. We keep checking on our
            side; My Orders shows the result.
          </p>
          <Button variant="secondary" busy={isFetching} onClick={watchAgain}>
            Check again
          </Button>
        </>
      ) : (
        <p className={styles.pulse}>Asking the bank. You can also close this page: the order is kept.</p>
      )}
    </div>
  );
}
