import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button } from '#components/forms/button.tsx';
import { nairobiDay } from '@contract/nairobi-time.ts';
import { isDay } from '@contract/calendar-days.ts';
import { PaymentSteps } from '#dashboard/features/orders/payment/payment-steps.tsx';
import { RecordPaymentDialog } from '#dashboard/features/orders/payment/record-payment-dialog.tsx';
import { TransactionDrawer } from '#dashboard/features/transactions/evidence/transaction-drawer.tsx';
import { DayPanel } from '#dashboard/features/transactions/bank-against-shop/day-panel.tsx';
import { TransactionsTable } from '#dashboard/features/transactions/table/transactions-table.tsx';
import { OwnerTasks } from '#dashboard/features/transactions/tasks/owner-tasks.tsx';
import { useMay } from '#dashboard/lib/use-may.ts';
import { useChangeAddress } from '#dashboard/lib/table-address.ts';

/** `/admin/transactions`: the tasks about money, every transaction with its evidence, and the day's reconciliation. */
export function TransactionsTab() {
  const may = useMay();
  const [params] = useSearchParams();
  const change = useChangeAddress();
  const isRecording = params.has('record') && may('payments.record');
  const record = (isOpen: boolean) => change({ record: isOpen ? '1' : '' }, { replace: true });
  const day = params.get('day') ?? '';
  const open = useCallback((id: string) => change({ transaction: id }), [change]);
  return (
    <div className="stack gap-4">
      <div className="cluster spread gap-4">
        <h2>Transactions</h2>
        <p className="cluster gap-4">
          {may('payments.record') ? (
            <Button variant="secondary" onClick={() => record(true)}>
              Record a Payment
            </Button>
          ) : null}
        </p>
      </div>
      <OwnerTasks onOpenTransaction={open} />
      <TransactionsTable onOpen={open} />
      {may('statements') ? (
        <DayPanel
          day={isDay(day) ? day : nairobiDay()}
          onDay={(to) => change({ day: to === nairobiDay() ? '' : to }, { replace: true })}
        />
      ) : null}
      <TransactionDrawer
        id={params.get('transaction')}
        onClose={() => change({ transaction: '' }, { replace: true })}
        steps={(payment) => <PaymentSteps payment={payment} />}
      />
      {isRecording ? (
        <RecordPaymentDialog order={null} onClose={() => record(false)} onRecorded={open} />
      ) : null}
    </div>
  );
}
