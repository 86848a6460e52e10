import type { TransactionStatus } from '@contract/admin.ts';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { transactionStatusTone, transactionStatusWords } from './transaction-words.ts';

/** The state of a transaction, as a word. */
export function TransactionStatusBadge({ status }: { status: TransactionStatus }) {
  return <StatusBadge tone={transactionStatusTone[status]}>{transactionStatusWords[status]}</StatusBadge>;
}
