import { Link } from 'react-router-dom';
import { useShopDetails } from '#lib/api/shop-details.ts';

/** Says what a quotation lacks of its seller, where the shop's details do not have it; nothing while they have all. */
export function SellerGaps() {
  const { pin, bank } = useShopDetails();
  const missing = [!pin && 'your KRA PIN', !bank && 'your bank account'].filter(Boolean).join(' and ');
  return missing ? (
    <p className="cluster gap-2 gap-y-0 small wait">
      <span>{`A quotation lacks ${missing}`}</span>
      <Link to="/admin/settings/shop">Shop Details</Link>
    </p>
  ) : null;
}
