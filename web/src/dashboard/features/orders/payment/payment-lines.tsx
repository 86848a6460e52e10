import { askGatewayAgain } from '@contract/admin.ts';
import type { OrderDetails } from '@contract/admin-orders.ts';
import { type Prompt, promptText, shownSafaricom } from '@contract/mpesa.ts';
import { formatCents, formatKes } from '@contract/money.ts';
import type { OrderPayment } from '@contract/orders.ts';
import { Button } from '#components/forms/button.tsx';
import type { OpenedForm } from '#dashboard/lib/opened-form.ts';
import { callApi } from '#lib/api/api-client.ts';
import { RowAction } from '#dashboard/components/row-action.tsx';
import { useMay } from '#dashboard/lib/use-may.ts';
import type { FittingPayment } from '@contract/admin-transactions.ts';
import { formatDay } from '@contract/nairobi-time.ts';
import { paidWith } from '@contract/payment-methods.ts';
import { useState } from 'react';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { randomUuid } from '#lib/api/random-uuid.ts';
import { isOnlyWithheld } from '@contract/on-account.ts';

type MpesaLinesProps = {
  payment: Pick<OrderPayment, 'announcedCents' | 'prompt'>;
  /** The latest transaction that was asked for. */
  transaction: OrderDetails['transaction'];
  announced?: OrderDetails['announced'];
  /** Staff say that it came: its payment is recorded. */
  onConfirm?(form: OpenedForm): void;
};

/** What M-Pesa told of an order without a proof yet, and its latest request to a phone. */
export function MpesaLines({
  payment: { announcedCents, prompt },
  transaction,
  announced = [],
  onConfirm,
}: MpesaLinesProps) {
  const may = useMay();
  return (
    <>
      {announcedCents > 0 ? (
        <p>
          {`${formatCents(announcedCents)} announced by M-Pesa, not proven yet: it counts when Safaricom’s list, a statement or you say so.`}
        </p>
      ) : null}
      {announced.map(({ code, cents }) => (
        <div key={code} className="cluster gap-3">
          <span>{`${code}, ${formatCents(cents)}`}</span>
          {may('payments.record') ? (
            <Button
              variant="secondary"
              onClick={() => onConfirm?.({ form: 'payment', reference: code, amount: cents / 100 })}
            >
              Record That It Came
            </Button>
          ) : null}
        </div>
      ))}
      {prompt ? (
        <div className="cluster gap-3">
          <p role="status" className="muted">
            {`Request to ${shownSafaricom(prompt.phone)}, ${formatKes(prompt.amount)}: ${saidOf(prompt)}`}
          </p>
          {prompt.isOpen && transaction && may('payments.record') ? (
            <RowAction
              variant="secondary"
              failureTitle="We could not ask"
              act={() => callApi(askGatewayAgain, { params: { id: transaction.id } })}
            >
              Ask Safaricom Now
            </RowAction>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

/** What became of it, for staff: nobody here looks at the phone. */
const saidOf = (prompt: Prompt) =>
  prompt.isOpen && prompt.code === null ? 'Not decided yet.' : promptText(prompt).says;

type FittingPaymentsProps = { orderId: string; payments?: FittingPayment[] };

/** Recorded money without an order that may be for this one, each with the step that uses it. */
export const FittingPayments = ({ orderId, payments = [] }: FittingPaymentsProps) =>
  payments.map((payment) => (
    // What is used may change meanwhile: then it is another request.
    <Fitting key={`${payment.id} ${payment.cents}`} orderId={orderId} payment={payment} />
  ));

function Fitting({ orderId, payment }: { orderId: string; payment: FittingPayment }) {
  const { id, method, reference, note, day, cents, leftCents } = payment;
  const may = useMay();
  const [key] = useState(randomUuid);
  return (
    <div className="cluster gap-3">
      <span className="breaks">
        {`${paidWith(method, reference)}, ${[formatCents(leftCents), formatDay(day), note].filter(Boolean).join(', ')}: no order yet. Is it for this one?`}
      </span>
      {may('payments.record') ? (
        <RowAction
          variant="secondary"
          aria-label={`Use ${reference}, ${formatCents(cents)}`}
          failureTitle="Not used"
          act={() =>
            callSql('share_payment', { p_id: key, p_transaction_id: id, p_shares: [{ orderId, cents }] })
          }
        >
          {`Use ${formatCents(cents)}`}
        </RowAction>
      ) : null}
    </div>
  );
}

/** Of an order that is owed: whether its buyer is reminded, and a button that stops it or begins again. */
export function OrderReminders({ details: { order, remindersStoppedAt } }: { details: OrderDetails }) {
  const may = useMay();
  if (order.word !== 'owed' || isOnlyWithheld(order.payment)) return null;
  const isStopped = remindersStoppedAt !== null;
  return (
    <p className="cluster spread gap-3">
      <span>
        {isStopped
          ? `No reminders since ${formatDay(remindersStoppedAt)}.`
          : 'The buyer is reminded on the day, and 7 and 21 days after.'}
      </span>
      {may('payments.record') ? (
        <RowAction
          variant="secondary"
          failureTitle="Not saved"
          act={() => callSql('stop_reminders', { p_order_id: order.id, p_is_stopped: !isStopped })}
        >
          {isStopped ? 'Resume Reminders' : 'Stop Reminders'}
        </RowAction>
      ) : null}
    </p>
  );
}
