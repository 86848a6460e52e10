import { useParams, useSearchParams } from 'react-router-dom';
import { PageMeta } from '#components/page/page-meta.tsx';
import { PickList } from '#dashboard/features/orders/print/pick-list.tsx';
import { PrintScreen } from '#dashboard/features/orders/print/print-screen.tsx';
import { ordersOfSlips } from '#dashboard/features/orders/print/slips-address.ts';
import { fullOrderNumber } from '@contract/order-number.ts';

/**
 * `/admin/orders/:id/print?what=packing-slip|receipt|pick-list`: an A4 sheet. `&with=` takes more ids, for a packing slip
 * each or one pick list; `&parcel=` the id of a parcel of one order.
 */
export function PrintPage() {
  const { id = '' } = useParams();
  const [params] = useSearchParams();
  const what = params.get('what') === 'receipt' ? 'receipt' : 'packing-slip';
  if (params.get('what') === 'pick-list') {
    return (
      <>
        <PageMeta title="Pick list" />
        <PickList orderIds={ordersOfSlips(id, params.get('with'))} />
      </>
    );
  }
  return (
    <>
      <PageMeta title={`${what === 'receipt' ? 'Receipt' : 'Packing slip'} ${fullOrderNumber(id)}`} />
      <PrintScreen
        orderIds={what === 'receipt' ? [id] : ordersOfSlips(id, params.get('with'))}
        what={what}
        parcelId={params.get('parcel')}
      />
    </>
  );
}
