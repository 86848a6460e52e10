import { BackLink } from '#dashboard/components/back-link.tsx';
import { VatRates } from '#dashboard/features/settings/vat-rates.tsx';

/** `/admin/settings/vat`: the rates of VAT, with those to come. */
export function VatPage() {
  return (
    <div className="stack gap-4">
      <BackLink to="/admin/settings">Settings</BackLink>
      <h2>VAT</h2>
      <p className="quiet text-width">
        Prices include VAT, at the rate of the day of payment. Everything is sold at the standard rate unless
        its product says otherwise. Check with your accountant which rates apply.
      </p>
      <VatRates />
    </div>
  );
}
