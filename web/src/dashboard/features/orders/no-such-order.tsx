import { LinkButton } from '#components/forms/button.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';

/** For a URL without an order. @param as `h1` when it is the page's only heading */
export function NoSuchOrder({ backTo, as }: { backTo: string; as?: 'h1' }) {
  return (
    <EmptyState
      as={as}
      title="There is no such order"
      description="No order has this number."
      action={<LinkButton to={backTo}>All orders</LinkButton>}
    />
  );
}
