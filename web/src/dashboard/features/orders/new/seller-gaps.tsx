import { Link } from 'react-router-dom';
import { useShopDetails } from '#lib/api/shop-details.ts';
import { useMayOpen } from '#dashboard/lib/use-may.ts';

const details = '/admin/settings/shop';

/** Says what a quotation lacks of its seller, where the shop's details do not have it; nothing while they have all. */
export function SellerGaps() {
  const { pin, bank } = useShopDetails();
  const mayOpen = useMayOpen();
  const missing = [!pin && 'your KRA PIN', !bank && 'your bank account'].filter(Boolean).join(' and ');
  return missing ? (
    <p className="cluster gap-2 gap-y-0 small wait">
      <span>{`A quotation lacks ${missing}.`}</span>
      {mayOpen(details) ? <Link to={details}>Shop Details</Link> : <span>An admin enters it.</span>}
    </p>
  ) : null;
}
