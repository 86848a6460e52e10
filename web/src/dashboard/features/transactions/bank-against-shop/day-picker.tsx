import { nairobiDay } from '@contract/nairobi-time.ts';
import { addDays, isDay } from '@contract/calendar-days.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { IconButton } from '#components/forms/icon-button.tsx';
import { classNames } from '#components/page/class-names.ts';
import styles from './day-panel.module.css';

export type DayPickerProps = {
  /** `YYYY-MM-DD` in Nairobi. */
  day: string;
  onDay(day: string): void;
};

/** A day up to today, typed or reached step by step. */
export function DayPicker({ day, onDay }: DayPickerProps) {
  const id = useId();
  const today = nairobiDay();
  // A year is typed digit by digit: 0002, 0020, 0202, 2025.
  const [typed, setTyped] = useState(day);
  const [seen, setSeen] = useState(day);
  if (day !== seen) {
    setSeen(day);
    setTyped(day);
  }
  return (
    <div className={classNames('row gap-2 wrap', styles.picker)}>
      <label htmlFor={id} className={classNames('quiet', styles.label)}>
        Day
      </label>
      <IconButton
        framed
        label="Previous day"
        icon={<ChevronLeft />}
        onClick={() => onDay(addDays(day, -1))}
      />
      <input
        id={id}
        type="date"
        className={classNames('input', styles.date)}
        value={typed}
        max={today}
        onChange={({ target: { value } }) => {
          setTyped(value);
          if (isDay(value) && value <= today) onDay(value);
        }}
        onBlur={() => setTyped(day)}
      />
      <IconButton
        framed
        label="Next day"
        icon={<ChevronRight />}
        disabled={day >= today}
        onClick={() => onDay(addDays(day, 1))}
      />
      {day === today ? null : (
        <Button variant="quiet" className={styles.today} onClick={() => onDay(today)}>
          Today
        </Button>
      )}
    </div>
  );
}
