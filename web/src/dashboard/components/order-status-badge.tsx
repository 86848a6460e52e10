import { StatusBadge } from '#components/tables/status-badge.tsx';
import type { StatusToShow } from '@contract/orders.ts';
import { shownStatusOf } from '#orders/order-status-text.ts';

type OrderStatusBadgeProps = {
  of: StatusToShow;
  /** A text in the same row says what is owed. */
  isBesideText?: boolean;
};

/** The status of an order, and what is owed of one that was sent. */
export function OrderStatusBadge({ of, isBesideText = false }: OrderStatusBadgeProps) {
  const { tone, label, beside } = shownStatusOf(of);
  return (
    <>
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {beside && !isBesideText ? <StatusBadge tone="wait">{beside}</StatusBadge> : null}
    </>
  );
}
