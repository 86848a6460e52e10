import type { CountyChange, CountySettings } from '@contract/delivery.ts';
import type { ReactNode } from 'react';
import { showToast } from '#components/overlays/toast.tsx';
import { FormDialog } from '#dashboard/components/form-dialog.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useForm } from '#dashboard/lib/use-form.ts';
import { TextedField } from '../fields-form.tsx';
import { checkedCounty, countyFields, typedCounty } from './typed-county.ts';

type CountiesDialogProps = {
  /** Those that are changed alike, as they were shown: somebody else's change since then is not overwritten. */
  counties: readonly CountySettings[];
  onSaved(): void;
  onClose(): void;
  /** What was changed of a single county. */
  history: ReactNode;
};

const namesOf = (counties: readonly CountySettings[]) =>
  counties.length > 3 ? `${counties.length} counties` : counties.map(({ name }) => name).join(', ');

const names = Object.keys(countyFields) as (keyof CountyChange)[];

/** Changes the delivery to some counties at once. What they do not have in common stays unless it is typed. */
export function CountiesDialog({ counties, onSaved, onClose, history }: CountiesDialogProps) {
  const each = counties.map(typedCounty);
  const isCommon = (name: keyof CountyChange) => each.every((one) => one[name] === each[0]?.[name]);
  const form = useForm({
    initial: Object.fromEntries(
      names.map((name) => [name, isCommon(name) ? each[0]?.[name] : '']),
    ) as ReturnType<typeof typedCounty>,
    read: (typed) => {
      const read = counties.map((county, index) => {
        const kept = names.filter((name) => !isCommon(name) && typed[name] === '');
        const own = Object.fromEntries(kept.map((name) => [name, each[index]?.[name]]));
        const { value, problems } = checkedCounty({ ...typed, ...own });
        return { value: value && { ...county, ...value }, problems };
      });
      const wrong = read.find(({ value }) => !value);
      return wrong
        ? { problems: wrong.problems }
        : { value: read.flatMap(({ value }) => value ?? []), problems: {} };
    },
    send: (wanted) => callSql('change_counties', { p_counties: wanted }),
    onSent: () => {
      showToast({ title: 'Delivery Saved', description: namesOf(counties) });
      onSaved();
    },
  });
  return (
    <FormDialog
      form={form}
      title={`Delivery to ${namesOf(counties)}`}
      confirmLabel="Save Delivery"
      failureTitle="The delivery is not saved"
      after={counties.length === 1 ? history : null}
      onClose={onClose}
    >
      <div className="pair gap-4 gap-y-2 align-top">
        {names.map((name) => (
          <TextedField
            key={name}
            text={countyFields[name]}
            placeholder={isCommon(name) ? undefined : 'As each is'}
            {...form.field(name)}
            {...(name === 'sameDayBefore' && { type: 'time', min: '06:00', max: '20:00' })}
          />
        ))}
      </div>
    </FormDialog>
  );
}
