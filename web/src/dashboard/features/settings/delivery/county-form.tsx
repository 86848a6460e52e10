import { useState } from 'react';
import { classNames } from '#components/page/class-names.ts';
import styles from '../settings.module.css';
import { Button } from '#components/forms/button.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { useTypedFields } from '#lib/forms/use-typed-form.ts';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import type { CountySettings } from '@contract/delivery.ts';
import { useChangeCounty } from './county-queries.ts';
import { TextedField } from '../fields-form.tsx';
import { checkedCounty, countyFields, typedCounty } from './typed-county.ts';

/** The form for a county's delivery time and price. */
export function CountyForm({ county, onSaved }: { county: CountySettings; onSaved: () => void }) {
  const change = useChangeCounty();
  // As it was shown: somebody else's change since then is not overwritten.
  const [seen] = useState(county);
  const { field, ...form } = useTypedFields(
    typedCounty(county),
    (typed) => checkedCounty(typed).problems,
    change.isPending,
  );
  const save = async () => {
    const { wanted } = checkedCounty(form.typed);
    if (!wanted) return;
    await change.mutateAsync({ county: seen, change: wanted });
    showToast({ title: 'Delivery Saved', description: county.name });
    onSaved();
  };
  return (
    <form
      {...form.props}
      onSubmit={(event) => form.submit(save, event)}
      aria-label={`Delivery to ${county.name}`}
    >
      <div className={classNames('stack gap-4', styles.columns)}>
        {(Object.keys(countyFields) as (keyof typeof countyFields)[]).map((name) => (
          <TextedField
            key={name}
            text={countyFields[name]}
            {...field(name)}
            {...(name === 'sameDayBefore' && { type: 'time', min: '06:00', max: '20:00' })}
          />
        ))}
        <NotSaved title="The delivery is not saved" error={change.error} />
        <Button type="submit" variant="secondary" busy={change.isPending} className="self-start">
          Save Delivery
        </Button>
      </div>
    </form>
  );
}
