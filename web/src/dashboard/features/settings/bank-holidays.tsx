import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { formatDay, nairobiDay } from '@contract/nairobi-time.ts';
import { ConfirmAction } from '#dashboard/components/confirm-action.tsx';
import { Loaded } from '#dashboard/components/query-state.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useSql } from '#dashboard/lib/admin-queries.ts';
import { Field } from '#components/forms/field.tsx';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { validated } from '#lib/forms/validated.ts';
import { useForm } from '#dashboard/lib/use-form.ts';
import { ApiError } from '#lib/api/api-client.ts';
import { isDay } from '@contract/calendar-days.ts';
import { textField } from '@contract/field-rules.ts';
import { object, string } from 'yup';
import styles from './settings.module.css';
import { Link } from 'react-router-dom';

type BankHoliday = Awaited<ReturnType<typeof callSql<'list_bank_holidays'>>>[number];

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
      {removing ? (
        <ConfirmAction
          title="Remove this holiday?"
          confirmLabel="Remove"
          failureTitle="Not removed"
          act={() => callSql('remove_bank_holiday', { p_id: removing.id })}
          onDone={() => showToast({ title: 'Holiday Removed' })}
          onClose={() => setRemoving(null)}
        >
          <p>{`${formatDay(removing.day)}, ${removing.name}, counts as a bank day from now on.`}</p>
        </ConfirmAction>
      ) : null}
    </div>
  );
}

/** The limits of the table. */
const [firstDay, lastDay] = ['2020-01-01', '2099-12-31'];

const noDay = 'Please choose a day from 2020 to 2099';

/** A holiday as typed. */
export const holidaySchema = object({
  day: string()
    .defined()
    .test('day', noDay, (day) => isDay(day) && day >= firstDay && day <= lastDay),
  name: textField('Please enter the name of the holiday', 100),
  source: textField('Please enter the source', 200),
});

const empty = { day: '', name: '', source: '' };

/** Adds a bank holiday. */
export function AddHolidayForm({ onAdded }: { onAdded(day: string): void }) {
  const form = useForm({
    initial: empty,
    read: (typed) => validated(holidaySchema, typed),
    send: ({ day, name, source }) =>
      callSql('add_bank_holiday', { p_day: day, p_name: name, p_source: source }),
    onSent: (_, { day, source }) => {
      onAdded(day);
      // The days of a year have one source.
      form.startAgain({ ...empty, source });
      showToast({ title: 'Holiday Added' });
    },
  });
  const { field, failure } = form;
  const isThere = failure instanceof ApiError && failure.status === 409;
  return (
    <form {...form.props} aria-label="Add a holiday">
      <div className="stack gap-4">
        <Field label="Day" type="date" min={firstDay} max={lastDay} {...field('day')} />
        <Field label="Holiday" maxLength={100} {...field('name')} />
        <Field
          label="Source"
          hint="For example: Gazette notice 1234 of 2 March 2027."
          maxLength={200}
          {...field('source')}
        />
        <NotSaved
          title="The holiday is not added"
          error={failure}
          reason={isThere ? 'This day is a holiday already. Remove it first to change it.' : undefined}
        />
        <Button type="submit" variant="secondary" busy={form.isBusy} className="self-start">
          Add Holiday
        </Button>
      </div>
    </form>
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
