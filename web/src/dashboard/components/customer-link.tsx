import { Link } from 'react-router-dom';
import { useMay } from '../lib/use-may.ts';

/** The name of an order's buyer, for whoever may with a link to their page. */
export function CustomerLink({ orderId, name }: { orderId: string; name: string }) {
  const may = useMay();
  if (!may('customers.read')) return name;
  return (
    <Link to={`/admin/customers/${orderId}`} className="inline-row target">
      {name}
    </Link>
  );
}
