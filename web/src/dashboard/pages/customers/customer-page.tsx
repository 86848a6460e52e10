import { useParams } from 'react-router-dom';
import { CustomerScreen } from '#dashboard/features/customers/customer-screen.tsx';
import { WriteAboutOrder } from '#dashboard/features/orders/order/order-link-actions.tsx';

/** `/admin/customers/:id`: the buyer of the order, or the organisation of the terms, with this id. */
export function CustomerPage() {
  const { id = '' } = useParams();
  return (
    <CustomerScreen
      key={id}
      id={id}
      writeAbout={(order) => <WriteAboutOrder key={order.id} order={order} />}
    />
  );
}
