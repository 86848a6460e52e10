import { LinkButton } from '#components/forms/button.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';

/** For a URL without an order. */
export function NoSuchOrder({ backTo }: { backTo: string }) {
  return (
    <EmptyState
      title="There is no such order"
      description="No order has this number."
      action={<LinkButton to={backTo}>All orders</LinkButton>}
    />
  );
}
