import { Button } from '#components/forms/button.tsx';
import { Field } from '#components/forms/field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { validated } from '#lib/forms/validated.ts';
import { useForm } from '#dashboard/lib/use-form.ts';
import { ApiError } from '#lib/api/api-client.ts';
import { firstDay, holidaySchema, lastDay } from './holiday-queries.ts';

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
