import { useParams } from 'react-router-dom';
import { CustomerScreen } from '#dashboard/features/customers/customer-screen.tsx';
import { WriteAboutOrder } from '#dashboard/features/orders/order/order-link-actions.tsx';

/** `/admin/customers/:id`: the buyer of the order with this id, with all of their orders. */
export function CustomerPage() {
  const { id = '' } = useParams();
  return (
    <CustomerScreen
      key={id}
      orderId={id}
      writeAbout={(order) => <WriteAboutOrder key={order.id} order={order} />}
    />
  );
}
