import { deliveryZones } from '@contract/delivery.ts';
import { useState } from 'react';
import { classNames } from '#components/page/class-names.ts';
import styles from '../settings.module.css';
import { Button } from '#components/forms/button.tsx';
import { Field } from '#components/forms/field.tsx';
import { optionsOf, SelectField } from '#components/forms/select-field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { useTypedFields } from '#lib/forms/use-typed-form.ts';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { type CountySettings, useChangeCounty } from './county-queries.ts';
import { checkedCounty, typedCounty } from './typed-county.ts';

export const zoneNames = {
  nairobi: 'Nairobi',
  city: 'Major city',
  town: 'Other town',
  remote: 'Remote',
} as const;

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
        <SelectField label="Zone" options={optionsOf(deliveryZones, zoneNames)} {...field('zone')} />
        <Field label="Business days, from" inputMode="numeric" {...field('daysFrom')} />
        <Field label="Business days, to" inputMode="numeric" {...field('daysTo')} />
        <Field
          label="Same day when ordered before"
          hint="In Nairobi time. Empty where that is not offered."
          type="time"
          min="06:00"
          max="20:00"
          {...field('sameDayBefore')}
        />
        <Field label="Costs from (KES)" inputMode="numeric" {...field('low')} />
        <Field label="Costs to (KES)" inputMode="numeric" {...field('high')} />
        <Field
          label="Free above (KES)"
          hint="Empty: no order total makes delivery free."
          inputMode="numeric"
          {...field('freeAbove')}
        />
        <Field
          label="Fixed price (KES)"
          hint="Charged with the order once fixed prices are on. Empty: delivery stays outside the total."
          inputMode="numeric"
          {...field('fixedPrice')}
        />
        <NotSaved title="The delivery is not saved" error={change.error} />
        <Button type="submit" variant="secondary" busy={change.isPending} className="self-start">
          Save Delivery
        </Button>
      </div>
    </form>
  );
}
