import { Link } from 'react-router-dom';
import { listedOrderNumber } from '@contract/order-number.ts';

/** The order's number, as a link to its page. */
export function OrderLink({ id, className }: { id: string; className?: string }) {
  return (
    <Link to={`/admin/orders/${id}`} className={className}>
      {listedOrderNumber(id)}
    </Link>
  );
}
