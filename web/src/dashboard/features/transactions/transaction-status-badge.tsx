import { StatusBadge } from '#components/tables/status-badge.tsx';
import { stateLabelOf } from './transaction-text.ts';

const tones = {
  pending: 'wait',
  completed: 'good',
  failed: 'neutral',
  expired: 'neutral',
  review: 'bad',
  returned: 'neutral',
  reversed: 'neutral',
} as const;

/** The status of a transaction. */
export function TransactionStatusBadge({ of }: { of: Parameters<typeof stateLabelOf>[0] }) {
  return <StatusBadge tone={of.takenBack ? 'bad' : tones[of.status]}>{stateLabelOf(of)}</StatusBadge>;
}
