import { StatusBadge } from '#components/tables/status-badge.tsx';
import type { StatusToShow } from '@contract/orders.ts';
import { shownStatusOf } from '#orders/order-status-text.ts';

type OrderStatusBadgeProps = {
  of: StatusToShow;
  /** Where there is room for one badge, the first is what is owed, or went back. */
  isMoneyFirst?: boolean;
};

/** The badges of an order: its status, and what is owed of one that was sent, or that its money went back. */
export function OrderStatusBadge({ of, isMoneyFirst = false }: OrderStatusBadgeProps) {
  const { tone, label, beside } = shownStatusOf(of);
  const money = beside === null ? null : <StatusBadge tone="wait">{beside}</StatusBadge>;
  return (
    <>
      {isMoneyFirst ? money : null}
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {isMoneyFirst ? null : money}
    </>
  );
}
