import { Link } from 'react-router-dom';
import { listedOrderNumber } from '@contract/order-number.ts';

type OrderLinkProps = {
  id: string;
  className?: string;
  /** The day of a statement's line, proposed where its money is recorded. */
  postedOn?: string;
};

/** The order's number, as a link to its page. */
export function OrderLink({ id, className, postedOn }: OrderLinkProps) {
  return (
    <Link to={`/admin/orders/${id}${postedOn ? `?posted=${postedOn}` : ''}`} className={className}>
      {listedOrderNumber(id)}
    </Link>
  );
}
