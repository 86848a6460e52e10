import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { showToast } from '../../../components/toast.tsx';
import { formatDay, nairobiDay } from '@contract/nairobi-time.ts';
import { ConfirmAction } from '../../components/confirm-action.tsx';
import { MutedText, Row, Stack } from '../../components/layout.tsx';
import { Loaded } from '../../components/query-state.tsx';
import { AddHolidayForm } from './add-holiday-form.tsx';
import { type BankHoliday, useBankHolidays, useRemoveHoliday } from './holiday-queries.ts';
import styles from './settings.module.css';

/** Days on which banks are closed: they do not count towards the settlement deadline. */
export function BankHolidays() {
  const thisYear = Number(nairobiDay().slice(0, 4));
  const [year, setYear] = useState(thisYear);
  const [removing, setRemoving] = useState<BankHoliday | null>(null);
  const holidays = useBankHolidays(year);
  const remove = useRemoveHoliday();
  const weekday = (day: string) =>
    new Intl.DateTimeFormat('en-KE', { weekday: 'short', timeZone: 'UTC' }).format(new Date(day));
  return (
    <Stack as="section" gap={4} className={styles.form} aria-labelledby="bank-holidays">
      <h3 id="bank-holidays">Bank holidays</h3>
      <MutedText>
        A payment should be in the bank’s statement after two bank days. Correct the dates of Idd when they
        are announced, and add days from the Gazette.
      </MutedText>
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
            <MutedText>No holidays are known for this year. Weekends never count.</MutedText>
          ) : (
            <ul className={styles.list}>
              {days.map((holiday) => (
                <Row key={holiday.id} as="li" gap={4} spread className={styles.item}>
                  <span>
                    <strong>{`${weekday(holiday.day)} ${formatDay(holiday.day)}`}</strong> {holiday.name}
                    <MutedText>{holiday.source}</MutedText>
                  </span>
                  <Button
                    variant="quiet"
                    aria-label={`Remove ${holiday.name}, ${formatDay(holiday.day)}`}
                    onClick={() => setRemoving(holiday)}
                  >
                    Remove
                  </Button>
                </Row>
              ))}
            </ul>
          )
        }
      </Loaded>
      <AddHolidayForm onAdded={(day) => setYear(Number(day.slice(0, 4)))} />
      <ConfirmAction
        isOpen={removing !== null}
        title="Remove this holiday?"
        confirmLabel="Remove"
        failureTitle="Not removed"
        act={async () => {
          if (!removing) return;
          await remove.mutateAsync(removing.id);
          showToast({ title: 'Holiday Removed' });
        }}
        onClose={() => setRemoving(null)}
      >
        <p>
          {removing
            ? `${formatDay(removing.day)}, ${removing.name}, counts as a bank day from now on.`
            : null}
        </p>
      </ConfirmAction>
    </Stack>
  );
}
