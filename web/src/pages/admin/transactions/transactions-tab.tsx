import { PageMeta } from '../../../components/page-meta.tsx';

/** `/admin/transactions`: payment attempts and what the bank says of them. */
export function TransactionsTab() {
  return (
    <>
      <PageMeta title="Transactions, Admin Dashboard" />
      <h2>Transactions</h2>
    </>
  );
}
