import { useState } from 'react';
import { classNames } from '#components/page/class-names.ts';
import styles from '../settings.module.css';
import { Button } from '#components/forms/button.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { callSql } from '#dashboard/lib/admin-database.ts';
import { useForm } from '#dashboard/lib/use-form.ts';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import type { CountySettings } from '@contract/delivery.ts';
import { TextedField } from '../fields-form.tsx';
import { checkedCounty, countyFields, typedCounty } from './typed-county.ts';

/** The form for a county's delivery time and price. */
export function CountyForm({ county, onSaved }: { county: CountySettings; onSaved: () => void }) {
  // As it was shown: somebody else's change since then is not overwritten.
  const [seen] = useState(county);
  const { props, field, failure, isBusy } = useForm({
    initial: typedCounty(county),
    read: checkedCounty,
    send: (change) => callSql('change_county', { p_id: seen.id, p_seen: seen.updatedAt, p_change: change }),
    onSent: () => {
      showToast({ title: 'Delivery Saved', description: county.name });
      onSaved();
    },
  });
  return (
    <form {...props} aria-label={`Delivery to ${county.name}`}>
      <div className={classNames('stack gap-4', styles.columns)}>
        {(Object.keys(countyFields) as (keyof typeof countyFields)[]).map((name) => (
          <TextedField
            key={name}
            text={countyFields[name]}
            {...field(name)}
            {...(name === 'sameDayBefore' && { type: 'time', min: '06:00', max: '20:00' })}
          />
        ))}
        <NotSaved title="The delivery is not saved" error={failure} />
        <Button type="submit" variant="secondary" busy={isBusy} className="self-start">
          Save Delivery
        </Button>
      </div>
    </form>
  );
}
