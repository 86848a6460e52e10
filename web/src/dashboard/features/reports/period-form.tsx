import { isDay } from '@contract/calendar-days.ts';
import { nairobiDay } from '@contract/nairobi-time.ts';
import { Link } from 'react-router-dom';
import { Field } from '#components/forms/field.tsx';
import { calendarPeriods, type Days } from './report-days.ts';
import styles from './report.module.css';

/** Chooses the days of a report. They are in the URL, so that Back and bookmarks restore it. */
export function PeriodForm({ days, onDays }: { days: Days; onDays(days: Days): void }) {
  const today = nairobiDay();
  const field = (name: keyof Days, label: string) => (
    <Field
      key={`${name} ${days[name]}`}
      label={label}
      type="date"
      max={today}
      defaultValue={days[name]}
      onChange={({ target: { value } }) => {
        // A year is typed digit by digit: 0002, 0020, 0202, 2025.
        if (isDay(value) && value <= today) onDays({ ...days, [name]: value });
      }}
    />
  );
  return (
    <div className="flex wrap gap-4 align-end">
      <div className={styles.days}>
        {field('from', 'From day')}
        {field('to', 'To day')}
      </div>
      <nav aria-label="Periods" className="cluster gap-4 gap-y-0">
        {calendarPeriods(today).map(({ name, from, to }) => (
          <Link
            key={name}
            to={`?from=${from}&to=${to}`}
            className="inline-row target"
            aria-current={from === days.from && to === days.to ? 'true' : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
    </div>
  );
}
