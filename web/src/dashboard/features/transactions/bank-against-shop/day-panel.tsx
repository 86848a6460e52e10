import type { BankAgainstShop } from '@contract/admin-transactions.ts';
import { CircleCheck, RotateCw, TriangleAlert } from 'lucide-react';
import { Button } from '#components/forms/button.tsx';
import { classNames } from '#components/page/class-names.ts';
import { formatCents } from '@contract/money.ts';
import { nairobiDay } from '@contract/nairobi-time.ts';
import { OrderLink } from '#dashboard/components/order-link.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { counted } from '#dashboard/lib/format-count.ts';
import { useBankAgainstShop } from '#dashboard/lib/bank-against-shop-queries.ts';
import { BrokenInvariantsNotice } from './broken-invariants-notice.tsx';
import styles from './day-panel.module.css';
import { DayPicker, type DayPickerProps } from './day-picker.tsx';
import { differenceSentence, differenceTitle, isBalanced, taskKindLabels, wentBackText } from './day-text.ts';

/** One day, the bank against the shop: what the bank approved, the paid orders, and whether the two agree. */
export function DayPanel({ day, onDay }: DayPickerProps) {
  const compared = useBankAgainstShop(day);
  const { isFetching, isPlaceholderData, refetch } = compared;
  return (
    <section id="day" className="card stack gap-3 pad-4" aria-label="The day’s reconciliation">
      <div className="cluster spread gap-4">
        <DayPicker day={day} onDay={onDay} />
        <Button
          variant="quiet"
          className={styles.again}
          icon={<RotateCw />}
          busy={isFetching}
          onClick={() => refetch()}
        >
          Count again
        </Button>
      </div>
      <Loaded query={compared} what="this day">
        {(data) => (
          <div className="dims-stale stack gap-4" aria-busy={isPlaceholderData || undefined}>
            <Difference compared={data} />
            <Figures compared={data} />
          </div>
        )}
      </Loaded>
      <BrokenInvariantsNotice />
    </section>
  );
}

function Difference({ compared }: { compared: BankAgainstShop }) {
  const isGood = isBalanced(compared);
  const Icon = isGood ? CircleCheck : TriangleAlert;
  const { orders, count } = compared.differing;
  return (
    <div className="stack gap-1">
      <p
        role="status"
        className={classNames('row gap-2 strong tabular', isGood ? 'good' : 'bad', styles.title)}
      >
        <Icon aria-hidden="true" />
        {differenceTitle(compared, nairobiDay())}
      </p>
      <p>{differenceSentence(compared)}</p>
      {orders.length > 0 ? (
        <ul className={classNames('stack gap-1 push-2 breaks', styles.orders)}>
          {orders.map(({ provider, orderId, bankCents, shopCents }) => (
            <li key={`${provider} ${orderId}`}>
              {orderId ? <OrderLink id={orderId} /> : <span>Without an order</span>}
              {`: ${provider === 'mpesa' ? 'Safaricom received' : 'the bank approved'} ${formatCents(bankCents)}, we account for ${formatCents(shopCents)}`}
            </li>
          ))}
          {count > orders.length ? <li>{`and ${count - orders.length} more`}</li> : null}
        </ul>
      ) : null}
    </div>
  );
}

function Figures({ compared }: { compared: BankAgainstShop }) {
  const { approvedCents, settledCents, charges, mpesa, sales, tasks, withoutOrder } = compared;
  const inTasks = tasks.reduce((sum, { cents }) => sum + cents, 0);
  return (
    <dl className={classNames('columns-2 line-above pad-top-3', styles.figures)}>
      <Figure
        name="The bank approved"
        value={formatCents(approvedCents)}
        note={counted(charges, 'payment')}
      />
      <Figure
        name="Of this settled"
        value={formatCents(settledCents)}
        note="Found in the bank’s statements by now"
      />
      <Figure
        name="Came by M-Pesa"
        value={formatCents(mpesa.receivedCents)}
        note={`${counted(mpesa.payments, 'payment')}, as Safaricom says`}
      />
      <Figure
        name="Received"
        value={formatCents(sales.grossCents)}
        note={`${counted(sales.ordersPaid, 'order')} sold, paid or sent on account`}
      />
      <Figure
        name="Received, less what went back"
        value={formatCents(sales.netCents)}
        note={wentBackText(sales)}
      />
      <Figure
        name="Money without an order"
        value={formatCents(withoutOrder.cents)}
        note={
          withoutOrder.count === 0 ? 'Of any day' : `Of any day, in ${counted(withoutOrder.count, 'payment')}`
        }
      />
      <Figure
        name="In your tasks"
        value={formatCents(inTasks)}
        note={
          tasks.length === 0
            ? 'None on this day'
            : tasks
                .map(({ kind, open, closed }) => `${taskKindLabels[kind]}: ${openAndClosed(open, closed)}`)
                .join('; ')
        }
      />
    </dl>
  );
}

function Figure({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <div className={classNames('stack packed narrow', styles.figure)}>
      <dt className="small tight">{name}</dt>
      <dd className={classNames('strong tabular size-h4', styles.value)}>{value}</dd>
      <dd className="muted tight">{note}</dd>
    </div>
  );
}

function openAndClosed(open: number, closed: number): string {
  return [open > 0 && `${open} open`, closed > 0 && `${closed} closed`].filter(Boolean).join(', ');
}
