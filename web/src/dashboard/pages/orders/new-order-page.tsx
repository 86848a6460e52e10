import { BackLink } from '#dashboard/components/back-link.tsx';
import { NewOrder } from '#dashboard/features/orders/new/new-order.tsx';

/** `/admin/orders/new`: an order that staff make for a buyer, by phone or at the counter. */
export function NewOrderPage() {
  return (
    <div className="stack gap-4">
      <BackLink to="/admin/orders">Orders</BackLink>
      <h2>New order</h2>
      <NewOrder />
    </div>
  );
}

/** `/admin/orders/quotations/new`: the same form for a quotation alone. */
export function NewQuotationPage() {
  return (
    <div className="stack gap-4">
      <BackLink to="/admin/orders/quotations">Quotations</BackLink>
      <h2>New quotation</h2>
      <NewOrder isQuotation />
    </div>
  );
}
