import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { formatDay, nairobiDay } from '@contract/nairobi-time.ts';
import { ConfirmAction } from '#dashboard/components/confirm-action.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useSql } from '#dashboard/lib/admin-queries.ts';
import { AddHolidayForm } from './add-holiday-form.tsx';
import type { BankHoliday } from './holiday-queries.ts';
import styles from './settings.module.css';
import { Link } from 'react-router-dom';

/** Days on which banks are closed: they do not count towards the settlement deadline. */
export function BankHolidays() {
  const thisYear = Number(nairobiDay().slice(0, 4));
  const [year, setYear] = useState(thisYear);
  const [removing, setRemoving] = useState<BankHoliday | null>(null);
  const holidays = useSql('list_bank_holidays', { p_year: year });
  const weekday = (day: string) =>
    new Intl.DateTimeFormat('en-KE', { weekday: 'short', timeZone: 'UTC' }).format(new Date(day));
  return (
    <div className={`stack gap-5 ${styles.columns}`}>
      <div className="stack gap-4 packed">
        <SelectField
          label="Year"
          options={Array.from({ length: 6 }, (_, i) => String(thisYear - 1 + i)).map((value) => ({
            value,
            label: value,
          }))}
          value={String(year)}
          onChange={({ target }) => setYear(Number(target.value))}
        />
        <Loaded query={holidays} what="the bank holidays" lines={4}>
          {(days) =>
            days.length === 0 ? (
              <p className="muted">No holidays are known for this year.</p>
            ) : (
              <ul className="card stack divided">
                {days.map((holiday) => (
                  <li key={holiday.id} className="row spread gap-4 pad-row">
                    <span>
                      <strong>{`${weekday(holiday.day)} ${formatDay(holiday.day)}`}</strong> {holiday.name}
                      <p className="muted">{holiday.source}</p>
                    </span>
                    <Button
                      variant="quiet"
                      className="rigid"
                      aria-label={`Remove ${holiday.name}, ${formatDay(holiday.day)}`}
                      onClick={() => setRemoving(holiday)}
                    >
                      Remove
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
      <AddHolidayForm onAdded={(day) => setYear(Number(day.slice(0, 4)))} />
      <ConfirmAction
        isOpen={removing !== null}
        title="Remove this holiday?"
        confirmLabel="Remove"
        failureTitle="Not removed"
        act={() => callSql('remove_bank_holiday', { p_id: removing?.id ?? '' })}
        onDone={() => showToast({ title: 'Holiday Removed' })}
        onClose={() => setRemoving(null)}
      >
        <p>
          {removing
            ? `${formatDay(removing.day)}, ${removing.name}, counts as a bank day from now on.`
            : null}
        </p>
      </ConfirmAction>
    </div>
  );
}

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
