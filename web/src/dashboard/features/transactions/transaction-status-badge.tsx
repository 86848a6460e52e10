import { StatusBadge } from '#components/tables/status-badge.tsx';
import { isGivenBack, stateLabelOf } from './transaction-text.ts';

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
  const tone = of.takenBack ? 'bad' : isGivenBack(of) ? 'neutral' : tones[of.status];
  return <StatusBadge tone={tone}>{stateLabelOf(of)}</StatusBadge>;
}
