import { Button } from '#components/forms/button.tsx';
import { Field } from '#components/forms/field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { useTypedFields } from '#lib/forms/use-typed-form.ts';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { ApiError } from '#lib/api/api-client.ts';
import { useAddHoliday } from './holiday-queries.ts';
import { firstDay, holidayProblems, lastDay } from './holiday-problems.ts';

const empty = { day: '', name: '', source: '' };

/** Adds a bank holiday. */
export function AddHolidayForm({ onAdded }: { onAdded(day: string): void }) {
  const add = useAddHoliday();
  const { typed, field, ...form } = useTypedFields(empty, holidayProblems, add.isPending);
  const save = async () => {
    if (Object.keys(holidayProblems(typed)).length > 0) return;
    await add.mutateAsync({ day: typed.day, name: typed.name.trim(), source: typed.source.trim() });
    onAdded(typed.day);
    // The days of a year have one source. What was typed while the request ran is another holiday.
    form.begin({ ...empty, source: typed.source });
    showToast({ title: 'Holiday Added' });
  };
  const isThere = add.error instanceof ApiError && add.error.status === 409;
  return (
    <form {...form.props} onSubmit={(event) => form.submit(save, event)} aria-label="Add a holiday">
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
          error={add.error}
          reason={isThere ? 'This day is a holiday already. Remove it first to change it.' : undefined}
        />
        <Button type="submit" variant="secondary" busy={add.isPending} className="self-start">
          Add Holiday
        </Button>
      </div>
    </form>
  );
}
