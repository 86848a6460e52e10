import { cancelOrderAsAdmin, ownerSteps } from '@contract/admin.ts';
import type { OrderDetails } from '@contract/admin-orders.ts';
import { errorMessage } from '@contract/error-messages.ts';
import type { OrderStatus } from '@contract/orders.ts';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '#components/forms/button.tsx';
import { Disclosure } from '#components/overlays/disclosure.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { ConfirmAction } from '#dashboard/components/confirm-action.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { callApi } from '#lib/api/api-client.ts';
import type { OpenedForm } from '#dashboard/lib/opened-form.ts';
import { useMay } from '#dashboard/lib/use-may.ts';
import { isPaid } from '@contract/is-paid.ts';
import { useShopDetails } from '#lib/api/shop-details.ts';
import { formatCents } from '@contract/money.ts';
import { orderNumber } from '@contract/order-number.ts';
import { orderStatusLabels } from '#orders/order-status-text.ts';
import { CompleteDialog, completeLabel, StatementNotice } from '../complete/complete-dialog.tsx';
import { handOvers } from '../parcels/order-parcels.tsx';
import type { ParcelToSend } from '../parcels/parcel-dialog.tsx';
import { SharePaymentDialog } from '../payment/share-payment-dialog.tsx';
import { PromptDialog } from '../payment/prompt-dialog.tsx';
import { type PaymentBegins, RecordPaymentDialog } from '../payment/record-payment-dialog.tsx';
import { CorrectRefundDialog, RefundDialog } from '../refund/refund-dialog.tsx';
import { WriteOffDialog, CreditDialog } from '../refund/reduction-dialogs.tsx';
import { type NextStep, possibleSteps } from './next-step.ts';
import styles from './order-steps.module.css';

const stepTexts: Partial<Record<OrderStatus, Pick<Action, 'label' | 'meaning'>>> = {
  completed: { label: completeLabel, meaning: 'All goods leave without a parcel' },
  paid: {
    label: `Take Back: ${orderStatusLabels.completed}`,
    meaning: 'It is not complete after all',
  },
  cancelled: { label: 'Cancel Order', meaning: 'What is kept for it goes back on sale. No money moves' },
};

/** The payment of which another order can have what was too much: by card it goes back the way it came. */
export const movablePayment = ({ order, refundable }: Pick<OrderDetails, 'order' | 'refundable'>) =>
  order.payment.overpaidCents > 0 ? refundable.findLast(({ method }) => method !== 'card') : undefined;

/** A paid order all of whose money is left is given back, one payment after the other, and cancelled with the last. */
function canRefundAndCancel({ order, refundable }: OrderDetails): boolean {
  return (
    isPaid(order) &&
    ownerSteps[order.status].includes('cancelled') &&
    refundable.length > 0 &&
    refundable.reduce((sum, { amountCents }) => sum + amountCents, 0) === order.payment.receivedCents
  );
}

/** What is owed, or left to pay of what was paid in part. */
const canWriteOff = ({ order: { word, payment }, rest }: OrderDetails): boolean =>
  rest.writeOffCents > 0 && ['owed', 'part_paid', 'added'].includes(word) && payment.dueAmount > 0;

function cancelMeaning({ status, customerName }: OrderDetails['order']): string {
  if (status === 'completed') return 'Its goods have come back.';
  const of = status === 'paid' ? 'It is not delivered' : `${customerName} can no longer pay it`;
  return `${of}, and what is kept for it goes back on sale.`;
}

type Action = {
  label: string;
  /** What it does to money and goods. */
  meaning: string;
  step?: OrderStatus | NextStep;
  begin?(): void;
  to?: string;
};

/** What can be done with an order now, and by this person: what comes next is a button, all else in one list. */
export function OrderSteps({
  details,
  next = null,
  opened = null,
  onSend,
}: {
  details: OrderDetails;
  next?: NextStep | null;
  /** The form that is to be open, once for each object. */
  opened?: OpenedForm | null;
  /** Opens the form of a parcel, or of work that is done. */
  onSend?(parcel: ParcelToSend): void;
}) {
  const { order } = details;
  const may = useMay();
  const [changing, setChanging] = useState<OrderStatus | null>(null);
  const [recording, setRecording] = useState<PaymentBegins | null>(null);
  const [dialog, setDialog] = useState<'refund' | 'cancel' | 'correct' | 'credit' | 'prompt' | 'move' | null>(
    null,
  );
  const close = () => setDialog(null);
  const [known, setKnown] = useState<OpenedForm | null>(null);
  if (opened !== known) {
    setKnown(opened);
    if (
      opened?.form === 'payment' &&
      may('payments.record') &&
      (opened.reference || order.payment.dueAmount > 0)
    )
      setRecording(opened);
    if (opened?.form === 'refund' && may('refunds') && details.refundable.length > 0) setDialog('refund');
    if (opened?.form === 'move' && may('payments.record')) setDialog('move');
  }
  const [writingOff, setWritingOff] = useState(0);
  const { rest } = details;
  const { overpaidCents, dueAmount, writtenOffCents } = order.payment;
  const { promptsAreOn } = useShopDetails();
  const canPrompt = promptsAreOn && order.nextStep === 'pay' && dueAmount > 0;
  const movable = movablePayment(details);
  const steps = possibleSteps(details).filter((step) =>
    may(step === 'cancelled' ? 'orders.write' : 'parcels'),
  );
  const leaveIt = () => setChanging(null);
  const done = (status: OrderStatus) => showToast({ title: `Order ${orderStatusLabels[status]}` });
  const all: (Action | false | undefined)[] = [
    ...handOvers
      .filter(({ step }) => step === next)
      .map(({ step, button, first }) => ({
        step,
        label: button,
        meaning: '',
        begin: () => onSend?.({ parcel: null, step: first, isWork: step === 'work' }),
      })),
    ...steps.map((step) => ({
      ...(stepTexts[step] ?? { label: step, meaning: '' }),
      step,
      begin: () => setChanging(step),
    })),
    may('payments.record') &&
      order.word !== 'cancelled_refunded' && {
        step: 'payment',
        label: 'Record a Payment',
        meaning: 'By transfer, M-Pesa, cash, cheque or a certificate',
        begin: () => setRecording({}),
      },
    canPrompt &&
      may('payments.record') && {
        label: 'Send an M-Pesa Prompt',
        meaning: 'The buyer’s phone asks for the PIN',
        begin: () => setDialog('prompt'),
      },
    details.changing.obstacle === null &&
      may('orders.write') && {
        label: 'Change Order',
        meaning: may('orders.special_price')
          ? 'Pieces, prices, delivery, address and days to pay'
          : 'Pieces, delivery and address',
        to: `/admin/orders/${order.id}/change`,
      },
    order.status === 'completed' &&
      may('orders.write') && {
        label: 'New Order',
        meaning: 'What is added to a completed order is one of its own',
        to: '/admin/orders/new',
      },
    details.refundable.length > 0 &&
      may('refunds') && {
        step: 'refund',
        label: 'Record a Refund',
        meaning: 'Money that went back, with or without goods',
        begin: () => setDialog('refund'),
      },
    movable &&
      may('payments.record') && {
        step: 'refund',
        label: 'Give to Another Order',
        meaning: 'What was paid too much pays another one',
        begin: () => setDialog('move'),
      },
    canRefundAndCancel(details) &&
      may('refunds') &&
      may('orders.write') && {
        label: 'Refund and Cancel',
        meaning: 'All money goes back, what is kept for it on sale',
        begin: () => setDialog('cancel'),
      },
    order.word === 'owed' &&
      may('refunds') &&
      Object.values(details.refundablePieces).some((left) => left > 0) && {
        label: 'Credit Goods',
        meaning: 'Goods came back, or stay at a lower price: less is owed. No money moves',
        begin: () => setDialog('credit'),
      },
    canWriteOff(details) &&
      may('refunds') && {
        label: `Write Off ${formatCents(rest.writeOffCents)}`,
        meaning: 'It is owed no more, without a credit note',
        begin: () => setWritingOff(rest.writeOffCents),
      },
    writtenOffCents > 0 &&
      order.status !== 'cancelled' &&
      may('refunds') && {
        label: 'Take Write-Off Back',
        meaning: 'The buyer owes it again',
        begin: () => setWritingOff(-writtenOffCents),
      },
    details.refunds.length > 0 &&
      may('refunds') && {
        label: 'Correct a Refund',
        meaning: 'One that was recorded wrongly',
        begin: () => setDialog('correct'),
      },
  ];
  const actions = all.filter((action) => !!action);
  const isNext = ({ step }: Action) => step !== undefined && step === next;
  return (
    <>
      <StatementNotice need={details.completionNeed} />
      {order.nextStep === 'wait' && ownerSteps[order.status].includes('cancelled') ? (
        <p className="muted">{errorMessage.cancel_undecided}</p>
      ) : null}
      <div className={`cluster gap-3 ${styles.steps}`}>
        {actions.filter(isNext).map((action, at) => (
          <Button key={action.label} variant={at === 0 ? 'primary' : 'secondary'} onClick={action.begin}>
            {action.label}
          </Button>
        ))}
        <OtherSteps actions={actions.filter((action) => !isNext(action))} />
      </div>
      {writingOff === 0 ? null : (
        <WriteOffDialog orderId={order.id} cents={writingOff} onClose={() => setWritingOff(0)} />
      )}
      {recording ? (
        <RecordPaymentDialog
          order={order}
          rest={rest}
          begins={recording}
          onClose={() => setRecording(null)}
        />
      ) : null}
      {dialog === 'prompt' ? <PromptDialog order={order} onClose={close} /> : null}
      {dialog === 'refund' || dialog === 'cancel' ? (
        <RefundDialog details={details} cancels={dialog === 'cancel'} onClose={close} />
      ) : null}
      {dialog === 'credit' ? <CreditDialog details={details} onClose={close} /> : null}
      {dialog === 'move' && movable ? (
        <SharePaymentDialog
          payment={{
            id: movable.transactionId,
            cents: Math.min(overpaidCents, movable.amountCents),
            from: order.id,
          }}
          onClose={close}
        />
      ) : null}
      {dialog === 'correct' ? <CorrectRefundDialog refunds={details.refunds} onClose={close} /> : null}
      {changing === 'completed' ? (
        <CompleteDialog order={{ id: order.id, need: details.completionNeed }} onClose={leaveIt} />
      ) : null}
      {changing === 'paid' ? (
        <ConfirmAction
          title={`Take back: ${orderStatusLabels.completed.toLowerCase()}?`}
          confirmLabel="Take It Back"
          act={() => callSql('advance_order', { p_order_id: order.id, p_status: 'paid' })}
          onDone={() => done('paid')}
          failureTitle="The order was not changed"
          onClose={leaveIt}
        >
          <p>It is not complete after all.</p>
        </ConfirmAction>
      ) : null}
      {changing === 'cancelled' ? (
        <ConfirmAction
          title={`Cancel order #${orderNumber(order.id)}?`}
          confirmLabel="Cancel the Order"
          cancelLabel="Keep It"
          danger
          act={() => callApi(cancelOrderAsAdmin, { params: { id: order.id } })}
          onDone={() => done('cancelled')}
          failureTitle="The order was not changed"
          onClose={leaveIt}
        >
          <p>{cancelMeaning(order)} This cannot be undone.</p>
        </ConfirmAction>
      ) : null}
    </>
  );
}

/** The steps that do not come next, each with what it does to money and goods. */
function OtherSteps({ actions }: { actions: Action[] }) {
  const id = useId();
  const idOf = (label: string) => `${id}${label.replaceAll(' ', '-')}`;
  if (actions.length === 0) return null;
  return (
    <Disclosure name="Other Steps" variant="secondary">
      {(close) =>
        actions.map(({ label, meaning, to, begin }) => {
          const named = {
            className: styles.other,
            'aria-label': label,
            'aria-describedby': idOf(label),
          };
          const text = (
            <>
              <strong className="block">{label}</strong>
              <span id={idOf(label)} className="block quiet small">
                {meaning}
              </span>
            </>
          );
          const press = () => {
            close();
            begin?.();
          };
          return to ? (
            <Link key={label} {...named} to={to}>
              {text}
            </Link>
          ) : (
            <button key={label} {...named} type="button" onClick={press}>
              {text}
            </button>
          );
        })
      }
    </Disclosure>
  );
}
