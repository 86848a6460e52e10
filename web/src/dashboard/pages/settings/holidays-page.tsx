import { BankHolidays } from '#dashboard/features/settings/bank-holidays.tsx';

/** `/admin/settings/holidays`: the days on which banks are closed. */
export function HolidaysPage() {
  return (
    <div className="stack gap-4">
      <h2>Bank holidays</h2>
      <p className="quiet text-width">What is promised is counted past these days.</p>
      <BankHolidays />
    </div>
  );
}
