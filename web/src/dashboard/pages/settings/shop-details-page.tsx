import { Loaded } from '#dashboard/components/query-state.tsx';
import { ShopDetailsHistory } from '#dashboard/features/history/shop-details-history.tsx';
import { ShopDetailsForm } from '#dashboard/features/settings/shop-details-form.tsx';
import { useSql } from '#dashboard/lib/admin-queries.ts';

/** `/admin/settings/shop`: what the shop is called and how it is reached, and who changed it. */
export function ShopDetailsPage() {
  return (
    <div className="stack gap-5">
      <h2>Shop details</h2>
      <Loaded query={useSql('shop_details', {})} what="the details" lines={6}>
        {(details) => <ShopDetailsForm details={details} />}
      </Loaded>
      <ShopDetailsHistory />
    </div>
  );
}
