import { LinkButton } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';
import { useShopDetails } from '#lib/api/shop-details.ts';

/** Says what a quotation lacks of its seller, where the shop's details do not have it; nothing while they have all. */
export function SellerGaps() {
  const { pin, bank } = useShopDetails();
  const missing = [!pin && 'your KRA PIN', !bank && 'your bank account'].filter(Boolean).join(' and ');
  if (!missing) return null;
  return (
    <Notice
      tone="warning"
      announce="none"
      title={`A quotation lacks ${missing}`}
      action={
        <LinkButton variant="secondary" to="/admin/settings/shop">
          Shop Details
        </LinkButton>
      }
    />
  );
}
