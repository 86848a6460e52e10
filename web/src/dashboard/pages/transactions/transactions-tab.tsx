import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { LinkButton } from '#components/forms/button.tsx';
import { PageMeta } from '#components/page/page-meta.tsx';
import { nairobiDay, isDay } from '@contract/nairobi-time.ts';
import { isUuid } from '@contract/uuid.ts';
import { TransactionDrawer } from '#dashboard/features/transactions/evidence/transaction-drawer.tsx';
import { DayPanel } from '#dashboard/features/transactions/reconciliation/day-panel.tsx';
import { TransactionsTable } from '#dashboard/features/transactions/table/transactions-table.tsx';
import { OwnerTasks } from '#dashboard/features/transactions/tasks/owner-tasks.tsx';
import { useChangeAddress } from '#dashboard/lib/table-address.ts';

/** `/admin/transactions`: the day's reconciliation, the owner's tasks, and every transaction with its evidence. */
export function TransactionsTab() {
  const [params] = useSearchParams();
  const change = useChangeAddress();
  const day = params.get('day') ?? '';
  const transaction = params.get('transaction') ?? '';
  const open = useCallback((id: string) => change({ transaction: id }), [change]);
  return (
    <div className="stack gap-4">
      <PageMeta title="Transactions, Admin Dashboard" />
      <div className="cluster spread gap-4">
        <h2>Transactions</h2>
        <LinkButton variant="secondary" to="/admin/transactions/settlement">
          Settlement
        </LinkButton>
      </div>
      <DayPanel
        day={isDay(day) ? day : nairobiDay()}
        onDay={(to) => change({ day: to === nairobiDay() ? '' : to }, { replace: true })}
      />
      <OwnerTasks onOpenTransaction={open} />
      <h3>Payments</h3>
      <TransactionsTable onOpen={open} />
      <TransactionDrawer
        id={isUuid(transaction) ? transaction : null}
        onClose={() => change({ transaction: '' }, { replace: true })}
      />
    </div>
  );
}
