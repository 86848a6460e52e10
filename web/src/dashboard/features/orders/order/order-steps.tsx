import { ownerSteps } from '@contract/admin.ts';
import type { OrderDetails } from '@contract/admin-orders.ts';
import { errorMessage } from '@contract/error-messages.ts';
import type { OrderStatus } from '@contract/orders.ts';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { ConfirmDialog } from '#components/overlays/dialog.tsx';
import { Notice } from '#components/page/notice.tsx';
import { isPaid } from '#orders/is-paid.ts';
import { orderNumber } from '#orders/order-number.ts';
import { CompleteDialog, FailureNotice, StatementNotice } from '../complete/complete-dialog.tsx';
import { CorrectRefundDialog } from '../refund/correct-refund-dialog.tsx';
import { RefundDialog } from '../refund/refund-dialog.tsx';
import { useAdvanceOrder } from './use-advance-order.ts';

const stepLabels: Partial<Record<OrderStatus, string>> = {
  completed: 'Mark as Completed',
  paid: 'Not Completed Yet',
  cancelled: 'Cancel Order',
};

/** The possible steps: nothing ships unpaid, and nothing is cancelled while money is held or may still come. */
function possibleSteps({ order, completionNeed }: OrderDetails): OrderStatus[] {
  return ownerSteps[order.status].filter((status) => {
    if (status === 'completed') return completionNeed === 'nothing' || completionNeed === 'reason';
    return status !== 'cancelled' || (order.payment.receivedCents <= 0 && order.nextStep !== 'wait');
  });
}

/** The owner's next steps with an order: only those that are possible now. */
export function OrderSteps({ details, meId }: { details: OrderDetails; meId: string }) {
  const { order } = details;
  const { advance, busyWith, outcome, forgetOutcome } = useAdvanceOrder(order.id, meId);
  const [isCancelling, setIsCancelling] = useState(false);
  const [isCompleting, setIsCompleting] = useState(false);
  const [isRefunding, setIsRefunding] = useState(false);
  const [isCorrecting, setIsCorrecting] = useState(false);
  const steps = possibleSteps(details);
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
  return (
    <>
      {outcome?.kind === 'meanwhile' ? (
        <Notice tone="info" title="Changed meanwhile">
          {outcome.sentence}
        </Notice>
      ) : null}
      {isCancelling || isCompleting ? null : <FailureNotice failure={failure} />}
      <StatementNotice need={details.completionNeed} />
      {order.nextStep === 'wait' && ownerSteps[order.status].includes('cancelled') ? (
        <p className="muted">{errorMessage.cancel_undecided}</p>
      ) : null}
      {steps.length > 0 || details.refundable.length > 0 || details.refunds.length > 0 ? (
        <div className="cluster gap-3">
          {steps.map((status) => (
            <Button
              key={status}
              variant={status === 'completed' ? 'primary' : 'secondary'}
              busy={busyWith === status}
              onClick={() => begin(status)}
            >
              {stepLabels[status]}
            </Button>
          ))}
          {details.refundable.length > 0 ? (
            <Button variant="secondary" onClick={() => setIsRefunding(true)}>
              Record a Refund
            </Button>
          ) : null}
          {details.refunds.length > 0 ? (
            <Button variant="quiet" onClick={() => setIsCorrecting(true)}>
              Correct a Refund
            </Button>
          ) : null}
        </div>
      ) : null}
      <RefundDialog
        isOpen={isRefunding}
        order={order}
        payments={details.refundable}
        onClose={() => setIsRefunding(false)}
      />
      <CorrectRefundDialog
        isOpen={isCorrecting}
        refunds={details.refunds}
        onClose={() => setIsCorrecting(false)}
      />
      <CompleteDialog
        isOpen={isCompleting}
        title={`Mark order #${orderNumber(order.id)} as completed?`}
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
        <p>
          {isPaid(order) ? 'It is not delivered' : `${order.customerName} can no longer pay it`}, and its
          pieces go back on sale. This cannot be undone.
        </p>
        <FailureNotice failure={failure} />
      </ConfirmDialog>
    </>
  );
}
