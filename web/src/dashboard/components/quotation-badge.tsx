import type { QuotationState } from '@contract/quotations.ts';
import { StatusBadge } from '#components/tables/status-badge.tsx';

export const quotationStateLabels: Record<QuotationState, string> = {
  open: 'Open',
  accepted: 'Accepted',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
};
const tones = { open: 'wait', accepted: 'good', expired: 'neutral', withdrawn: 'neutral' } as const;

export const QuotationBadge = ({ state }: { state: QuotationState }) => (
  <StatusBadge tone={tones[state]}>{quotationStateLabels[state]}</StatusBadge>
);
