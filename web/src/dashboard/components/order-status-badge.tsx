import { StatusBadge } from '#components/tables/status-badge.tsx';
import type { StatusToShow } from '@contract/orders.ts';
import { shownStatusOf } from '#orders/order-status-text.ts';

type OrderStatusBadgeProps = {
  of: StatusToShow;
  /** A text in the same row says what is owed, or went back. */
  isBesideText?: boolean;
};

/** The status of an order, and beside it what is owed, or that its money went back. */
export function OrderStatusBadge({ of, isBesideText = false }: OrderStatusBadgeProps) {
  const { tone, label, beside } = shownStatusOf(of);
  const badge = <StatusBadge tone={tone}>{label}</StatusBadge>;
  if (beside === null || isBesideText) return badge;
  return (
    <span className="inline-row wrap gap-1">
      {badge}
      <StatusBadge tone="wait">{beside}</StatusBadge>
    </span>
  );
}
