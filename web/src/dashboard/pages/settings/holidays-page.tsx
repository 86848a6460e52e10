import { Link } from 'react-router-dom';
import { BankHolidays } from '#dashboard/features/settings/bank-holidays.tsx';

/** `/admin/settings/holidays`: the days on which banks are closed. */
export function HolidaysPage() {
  return (
    <div className="stack gap-4">
      <h2>Bank holidays</h2>
      <p className="quiet text-width">
        What is promised is counted past these days. When the shop itself closes is among the{' '}
        <Link to="/admin/settings/shop#closes">shop details</Link>.
      </p>
      <BankHolidays />
    </div>
  );
}
