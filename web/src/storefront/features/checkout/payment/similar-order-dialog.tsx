import type { Order } from '@contract/orders.ts';
import { Button } from '../../../../components/button.tsx';
import { Dialog } from '../../../../components/dialog.tsx';
import { formatKes } from '@contract/money.ts';
import { orderNumber } from '../../../../lib/order-number.ts';
import { restDue } from '../../../../lib/past-money.ts';
import { classNames } from '../../../../components/class-names.ts';
import styles from './similar-order-dialog.module.css';

type SimilarOrderDialogProps = {
  /** Unpaid, with the items of this cart. */
  order: Order;
  onContinue: () => void;
  onReplace: () => void;
  onClose: () => void;
};

/** Shown before a second order of the same items: continue with the first one, or replace it. */
export function SimilarOrderDialog({ order, onContinue, onReplace, onClose }: SimilarOrderDialogProps) {
  const number = `#${orderNumber(order.id)}`;
  const rest = restDue(order);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Continue or replace?"
      footer={
        <>
          {rest === null ? (
            <Button variant="secondary" onClick={onReplace}>
              Replace It
            </Button>
          ) : null}
          <Button data-first-focus onClick={onContinue}>
            Continue With {number}
          </Button>
        </>
      }
    >
      <div className="stack gap-4">
        <p>
          {rest === null
            ? 'You have an unpaid order with these items already. Pay it as it is, or cancel it and place this one with the details and prices you see now.'
            : 'You have an order with these items already, and a part of it is paid. Pay the rest; to change the order, call us.'}
        </p>
        <dl className={classNames('grid gap-4 gap-y-1 framed pad-3', styles.order)}>
          <dt>Order</dt>
          <dd>
            {number}, {formatKes(order.totalAmount)}
            {rest === null ? null : `, of which ${formatKes(rest)} is still to be paid`}
          </dd>
          <dt>Name</dt>
          <dd>{order.customerName}</dd>
          <dt>Email</dt>
          <dd>{order.customerEmail}</dd>
          <dt>Phone</dt>
          <dd>{order.customerPhone}</dd>
          <dt>Deliver to</dt>
          <dd>{order.customerAddress}</dd>
        </dl>
      </div>
    </Dialog>
  );
}
