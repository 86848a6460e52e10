import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PageMeta } from '../../../components/page-meta.tsx';
import { TransactionsTable } from '../../features/transactions/table/transactions-table.tsx';
import { TransactionDrawer } from '../../features/transactions/evidence/transaction-drawer.tsx';
import { DayPanel } from '../../features/transactions/reconciliation/day-panel.tsx';
import { OwnerTasks } from '../../features/transactions/tasks/owner-tasks.tsx';
import { nairobiDay, nairobiDayStart } from '../../../lib/nairobi-time.ts';
import styles from './transactions-tab.module.css';

/** `/admin/transactions`: the day's reconciliation, the owner's tasks, and every transaction with its evidence. */
export function TransactionsTab() {
  const [params, setParams] = useSearchParams();
  const day = params.get('day') ?? '';
  const change = useCallback(
    (name: 'day' | 'transaction', value: string | null) =>
      setParams(
        () => {
          // As the address is now, for the table's filters stand in it too.
          const next = new URLSearchParams(window.location.search);
          if (value === null) next.delete(name);
          else next.set(name, value);
          return next;
        },
        { preventScrollReset: true, replace: name === 'day' },
      ),
    [setParams],
  );
  const open = useCallback((id: string) => change('transaction', id), [change]);
  return (
    <div className={styles.tab}>
      <PageMeta title="Transactions, Admin Dashboard" />
      <h2>Transactions</h2>
      <DayPanel
        day={nairobiDayStart(day) ? day : nairobiDay()}
        onDay={(to) => change('day', to === nairobiDay() ? null : to)}
      />
      <OwnerTasks onOpenTransaction={open} />
      <h3 className={styles.heading}>Payments</h3>
      <TransactionsTable onOpen={open} />
      <TransactionDrawer id={transactionOf(params)} onClose={() => change('transaction', null)} />
    </div>
  );
}

/** The transaction whose evidence is open; null when the address names none. */
function transactionOf(params: URLSearchParams): string | null {
  const id = params.get('transaction') ?? '';
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? id : null;
}
