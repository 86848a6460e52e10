import type { TransactionStatus } from '@contract/admin.ts';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { transactionStatusWords } from './transaction-words.ts';

const tones = {
  pending: 'wait',
  completed: 'good',
  failed: 'neutral',
  expired: 'neutral',
  review: 'bad',
} as const;

/** The state of a transaction, as a word. */
export function TransactionStatusBadge({ status }: { status: TransactionStatus }) {
  return <StatusBadge tone={tones[status]}>{transactionStatusWords[status]}</StatusBadge>;
}
