import { ownerSteps } from '@contract/admin.ts';
import type { OrderDetails } from '@contract/admin-orders.ts';
import { errorMessage } from '@contract/error-messages.ts';
import type { OrderStatus } from '@contract/orders.ts';
import { useState } from 'react';
import { Button, LinkButton } from '#components/forms/button.tsx';
import { ConfirmDialog } from '#components/overlays/dialog.tsx';
import { Notice } from '#components/page/notice.tsx';
import { useMay } from '#dashboard/lib/use-may.ts';
import { classNames } from '#components/page/class-names.ts';
import { isPaid } from '@contract/is-paid.ts';
import { useShopDetails } from '#lib/api/shop-details.ts';
import { formatCents } from '@contract/money.ts';
import { orderNumber } from '@contract/order-number.ts';
import { orderStatusLabels } from '#orders/order-status-text.ts';
import { CompleteDialog, CompletionFailure, StatementNotice } from '../complete/complete-dialog.tsx';
import { completeLabel } from '../complete/completion-text.ts';
import { SharePaymentDialog } from '../payment/share-payment-dialog.tsx';
import { PromptDialog } from '../payment/prompt-dialog.tsx';
import { RecordPaymentDialog } from '../payment/record-payment-dialog.tsx';
import { CorrectRefundDialog } from '../refund/correct-refund-dialog.tsx';
import { WriteOffDialog } from '../payment/write-off-dialog.tsx';
import { CreditDialog } from '../refund/credit-dialog.tsx';
import { RefundDialog } from '../refund/refund-dialog.tsx';
import { type NextStep, possibleSteps } from './next-step.ts';
import styles from './order-steps.module.css';
import { useAdvanceOrder } from './use-advance-order.ts';

const stepLabels: Partial<Record<OrderStatus, string>> = {
  completed: completeLabel,
  paid: `Not ${orderStatusLabels.completed} Yet`,
  cancelled: 'Cancel Order',
};

/** A paid order with one payment, all of which is left, is given back and cancelled in one step. */
function canRefundAndCancel({ order, refundable }: OrderDetails): boolean {
  return (
    isPaid(order) &&
    ownerSteps[order.status].includes('cancelled') &&
    refundable.length === 1 &&
    refundable[0]?.amountCents === order.payment.receivedCents
  );
}

/** What is owed, or left to pay of what was paid in part. */
const canWriteOff = ({ word, status, payment }: OrderDetails['order']): boolean =>
  status !== 'cancelled' && ['owed', 'part_paid', 'added'].includes(word) && payment.dueAmount > 0;

function cancelMeaning({ status, customerName }: OrderDetails['order']): string {
  if (status === 'completed') return 'Its goods have come back';
  return status === 'paid' ? 'It is not delivered' : `${customerName} can no longer pay it`;
}

type Action = { label: string; step?: OrderStatus | NextStep; begin?(): void; to?: string };

/** What can be done with an order now, and by this person: what comes next is first, and its button the primary one. */
export function OrderSteps({
  details,
  next = null,
  meId,
  isPaying = false,
}: {
  details: OrderDetails;
  next?: NextStep | null;
  meId: string;
  /** The order is paid now: the form of a payment is open from the start, if anything is due. */
  isPaying?: boolean;
}) {
  const { order } = details;
  const may = useMay();
  const { advance, busyWith, outcome, forgetOutcome } = useAdvanceOrder(order.id, meId);
  const [isCancelling, setIsCancelling] = useState(false);
  const [isCompleting, setIsCompleting] = useState(false);
  const [isRecording, setIsRecording] = useState(
    // Not again, when the page is read anew after that payment.
    isPaying && order.status === 'pending' && order.payment.dueAmount > 0 && may('payments.record'),
  );
  const [refunding, setRefunding] = useState<'' | 'refund' | 'cancel'>('');
  const [isCorrecting, setIsCorrecting] = useState(false);
  const [isCrediting, setIsCrediting] = useState(false);
  const [isPrompting, setIsPrompting] = useState(false);
  const [isMoving, setIsMoving] = useState(false);
  const [writingOff, setWritingOff] = useState(0);
  const { rest } = details;
  const { overpaidCents, dueAmount, writtenOffCents } = order.payment;
  const { promptsAreOn, mpesaLimit } = useShopDetails();
  const canPrompt = promptsAreOn && order.nextStep === 'pay' && dueAmount > 0 && dueAmount <= mpesaLimit;
  // What the bank was asked for by card goes back the way it came.
  const movable =
    overpaidCents > 0 ? details.refundable.findLast(({ method }) => method !== 'card') : undefined;
  const steps = possibleSteps(details).filter((step) =>
    may(step === 'cancelled' ? 'orders.write' : 'parcels'),
  );
  const closeDialog = () => setIsCancelling(false);
  const failure =
    outcome?.kind === 'failed'
      ? {
          title: outcome.isUnknown
            ? 'It is not known whether the order was changed'
            : 'The order was not changed',
          error: outcome.error,
        }
      : null;
  const begin = (status: OrderStatus) => {
    forgetOutcome();
    if (status === 'cancelled') setIsCancelling(true);
    else if (status === 'completed') setIsCompleting(true);
    else advance(status);
  };
  const actions: Action[] = [
    ...steps.map((step) => ({ step, label: stepLabels[step] ?? step, begin: () => begin(step) })),
    ...(may('payments.record') && order.word !== 'cancelled_refunded'
      ? [{ step: 'payment' as const, label: 'Record a Payment', begin: () => setIsRecording(true) }]
      : []),
    ...(canPrompt && may('payments.record')
      ? [{ label: 'Send an M-Pesa Prompt', begin: () => setIsPrompting(true) }]
      : []),
    ...(details.changing.obstacle === null && may('orders.write')
      ? [{ label: 'Change Order', to: `/admin/orders/${order.id}/change` }]
      : []),
    ...(details.refundable.length > 0 && may('refunds')
      ? [{ step: 'refund' as const, label: 'Record a Refund', begin: () => setRefunding('refund') }]
      : []),
    ...(movable && may('payments.record')
      ? [{ label: 'Give to Another Order', begin: () => setIsMoving(true) }]
      : []),
    ...(canRefundAndCancel(details) && may('refunds') && may('orders.write')
      ? [{ label: 'Refund and Cancel', begin: () => setRefunding('cancel') }]
      : []),
    ...(order.word === 'owed' &&
    may('refunds') &&
    Object.values(details.refundablePieces).some((left) => left > 0)
      ? [{ label: 'Credit Goods', begin: () => setIsCrediting(true) }]
      : []),
    ...(canWriteOff(order) && may('refunds')
      ? [{ label: `Write Off ${formatCents(rest.dueCents)}`, begin: () => setWritingOff(rest.dueCents) }]
      : []),
    ...(writtenOffCents > 0 && order.status !== 'cancelled' && may('refunds')
      ? [{ label: 'Take Write-Off Back', begin: () => setWritingOff(-writtenOffCents) }]
      : []),
    ...(details.refunds.length > 0 && may('refunds')
      ? [{ label: 'Correct a Refund', begin: () => setIsCorrecting(true) }]
      : []),
  ];
  const isNext = ({ step }: Action) => step !== undefined && step === next;
  return (
    <>
      {outcome?.kind === 'meanwhile' ? (
        <Notice tone="info" title="Changed meanwhile">
          {outcome.sentence}
        </Notice>
      ) : null}
      {isCancelling || isCompleting ? null : <CompletionFailure failure={failure} />}
      <StatementNotice need={details.completionNeed} />
      {order.nextStep === 'wait' && ownerSteps[order.status].includes('cancelled') ? (
        <p className="muted">{errorMessage.cancel_undecided}</p>
      ) : null}
      <div className={classNames('columns-2 gap-2', styles.steps)}>
        {[...actions.filter(isNext), ...actions.filter((action) => !isNext(action))].map((action) =>
          action.to ? (
            <LinkButton key={action.label} variant="secondary" to={action.to}>
              {action.label}
            </LinkButton>
          ) : (
            <Button
              key={action.label}
              variant={isNext(action) ? 'primary' : 'secondary'}
              className={classNames(isNext(action) && 'whole-row')}
              busy={busyWith === action.step}
              onClick={action.begin}
            >
              {action.label}
            </Button>
          ),
        )}
      </div>
      <WriteOffDialog orderId={order.id} cents={writingOff} onClose={() => setWritingOff(0)} />
      <RecordPaymentDialog
        isOpen={isRecording}
        order={order}
        rest={rest}
        onClose={() => setIsRecording(false)}
      />
      <PromptDialog isOpen={isPrompting} order={order} onClose={() => setIsPrompting(false)} />
      <RefundDialog
        isOpen={refunding !== ''}
        details={details}
        cancels={refunding === 'cancel'}
        onClose={() => setRefunding('')}
      />
      <CreditDialog isOpen={isCrediting} details={details} onClose={() => setIsCrediting(false)} />
      <SharePaymentDialog
        payment={
          isMoving && movable
            ? {
                id: movable.transactionId,
                cents: Math.min(overpaidCents, movable.amountCents),
                from: order.id,
              }
            : null
        }
        onClose={() => setIsMoving(false)}
      />
      <CorrectRefundDialog
        isOpen={isCorrecting}
        refunds={details.refunds}
        onClose={() => setIsCorrecting(false)}
      />
      <CompleteDialog
        isOpen={isCompleting}
        title={`Mark order #${orderNumber(order.id)} as ${orderStatusLabels.completed.toLowerCase()}?`}
        orders={[{ id: order.id, totalAmount: order.totalAmount, need: details.completionNeed }]}
        failure={failure}
        draft={order.id}
        busy={busyWith === 'completed'}
        onConfirm={(reason) => advance('completed', () => setIsCompleting(false), reason)}
        onClose={() => setIsCompleting(false)}
      />
      <ConfirmDialog
        isOpen={isCancelling}
        title={`Cancel order #${orderNumber(order.id)}?`}
        confirmLabel="Cancel the Order"
        cancelLabel="Keep It"
        danger
        busy={busyWith === 'cancelled'}
        onConfirm={() => advance('cancelled', closeDialog)}
        onClose={closeDialog}
      >
        <p>{cancelMeaning(order)}, and its pieces go back on sale. This cannot be undone.</p>
        <CompletionFailure failure={failure} />
      </ConfirmDialog>
    </>
  );
}
