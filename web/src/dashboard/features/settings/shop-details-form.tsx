import { type EnteredDetails } from '@contract/shop-details.ts';
import { shopDetailFields } from '@contract/shop-details-form.ts';
import { useChangeShopDetails } from '#dashboard/lib/shop-details-queries.ts';
import { FieldsForm } from './fields-form.tsx';
import { checkedDetails, typedShopDetails } from './typed-shop-details.ts';

/** The form for the shop's details. */
export function ShopDetailsForm({ details }: { details: EnteredDetails }) {
  const change = useChangeShopDetails();
  return (
    <FieldsForm<EnteredDetails>
      title="Shop Details"
      what="details"
      fields={shopDetailFields}
      stored={details}
      typedOf={typedShopDetails}
      checked={checkedDetails}
      change={change.mutateAsync}
      note="Pages that are opened now show them within a minute."
    />
  );
}
