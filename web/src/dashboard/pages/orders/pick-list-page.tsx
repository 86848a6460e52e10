import { useSearchParams } from 'react-router-dom';
import { PageMeta } from '#components/page/page-meta.tsx';
import { ordersOfPickList } from '#dashboard/features/orders/pick-list/pick-list-address.ts';
import { PickList } from '#dashboard/features/orders/pick-list/pick-list.tsx';

/** `/admin/orders/pick-list?orders=`: what is to be taken off the shelves for these orders, as an A4 sheet. */
export function PickListPage() {
  const [params] = useSearchParams();
  return (
    <>
      <PageMeta title="Pick list" />
      <PickList orderIds={ordersOfPickList(params.get('orders'))} />
    </>
  );
}
