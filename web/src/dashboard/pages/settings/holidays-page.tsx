import { BackLink } from '#dashboard/components/back-link.tsx';
import { BankHolidays } from '#dashboard/features/settings/bank-holidays.tsx';

/** `/admin/settings/holidays`: the days on which banks are closed. */
export function HolidaysPage() {
  return (
    <div className="stack gap-4">
      <BackLink to="/admin/settings">Settings</BackLink>
      <h2>Bank holidays</h2>
      <p className="quiet text-width">
        No deliveries and no bank business: Nairobi is not promised delivery on the same day, and a payment
        may take a day longer to be in the bank’s statement.
      </p>
      <BankHolidays />
    </div>
  );
}
