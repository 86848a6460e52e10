import type { TransactionStatus } from '@contract/admin.ts';
import { StatusBadge } from '../../../components/status-badge.tsx';
import { attemptStatusTone, attemptStatusWords } from './attempt-words.ts';

/** The state of a payment attempt, as a word. */
export function AttemptStatusBadge({ status }: { status: TransactionStatus }) {
  return <StatusBadge tone={attemptStatusTone[status]}>{attemptStatusWords[status]}</StatusBadge>;
}
