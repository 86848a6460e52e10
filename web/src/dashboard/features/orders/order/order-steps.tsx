import { ownerSteps } from '@contract/admin.ts';
import type { OrderDetails } from '@contract/admin-orders.ts';
import type { OrderStatus } from '@contract/orders.ts';
import { useState } from 'react';
import { Button } from '../../../../components/button.tsx';
import { ConfirmDialog } from '../../../../components/dialog.tsx';
import { Notice } from '../../../../components/notice.tsx';
import { errorSentence } from '../../../../lib/error-sentence.ts';
import { formatKes } from '../../../../lib/money.ts';
import { orderNumber } from '../../../../lib/order-number.ts';
import styles from './order-screen.module.css';
import { useAdvanceOrder } from './use-advance-order.ts';

/** The owner's next steps with an order: only those that are possible now. */
export function OrderSteps({ details, meId }: { details: OrderDetails; meId: string }) {
  const { order } = details;
  const { advance, busyWith, outcome } = useAdvanceOrder(order.id, meId);
  const [isAskingToCancel, setIsAskingToCancel] = useState(false);
  const steps = ownerSteps[order.status];
  const press = (status: OrderStatus) =>
    status === 'cancelled' ? setIsAskingToCancel(true) : void advance(status);

  return (
    <>
      {outcome?.kind === 'meanwhile' ? (
        <Notice tone="info" title="Changed meanwhile">
          {outcome.sentence}
        </Notice>
      ) : null}
      {outcome?.kind === 'failed' ? (
        <Notice tone="error" title="The order was not changed">
          {errorSentence(outcome.error)}
        </Notice>
      ) : null}
      {steps.length > 0 ? (
        <div className={styles.steps}>
          {steps.map((status) => (
            <Button
              key={status}
              variant={status === 'cancelled' ? 'secondary' : 'primary'}
              busy={busyWith === status}
              onClick={() => press(status)}
            >
              {stepWords[status]}
            </Button>
          ))}
        </div>
      ) : null}
      <ConfirmDialog
        isOpen={isAskingToCancel}
        title={`Cancel order #${orderNumber(order.id)}?`}
        confirmLabel="Cancel the Order"
        cancelLabel="Keep It"
        danger
        busy={busyWith === 'cancelled'}
        onConfirm={() => void advance('cancelled').then(() => setIsAskingToCancel(false))}
        onClose={() => setIsAskingToCancel(false)}
      >
        <p>
          {order.customerName} can no longer pay it, and its pieces go back on sale. This cannot be undone.
          {order.nextStep === 'wait'
            ? ` The bank has not decided about ${formatKes(order.totalAmount)} yet: if it takes the money after all, a task tells you to give it back.`
            : ''}
        </p>
      </ConfirmDialog>
    </>
  );
}

const stepWords: Record<OrderStatus, string> = {
  pending: 'Mark as Pending',
  paid: 'Mark as Paid',
  completed: 'Mark as Completed',
  failed: 'Mark as Failed',
  cancelled: 'Cancel Order',
};
