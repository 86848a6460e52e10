import type { Settings, ShipWhen } from '@contract/settings.ts';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { Field } from '#components/forms/field.tsx';
import { SelectField } from '#components/forms/select-field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { useTypedFields } from '#lib/forms/use-typed-form.ts';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { classNames } from '#components/page/class-names.ts';
import { useChangeSettings } from '#dashboard/lib/settings-queries.ts';
import styles from './settings.module.css';
import { changedFields } from './changed-fields.ts';
import { checkedSettings, typedSettings } from './typed-settings.ts';

const shipWhenOptions: readonly { value: ShipWhen; label: string }[] = [
  { value: 'approved', label: 'Approved by the bank' },
  { value: 'settled', label: 'Settled: found in the bank’s statement' },
];

/** The settings form. Only changed settings are sent, so two people can change different ones at once. */
export function SettingsForm({ settings }: { settings: Settings }) {
  const change = useChangeSettings();
  // As they were shown: a setting that somebody else has changed since is not overwritten.
  const [seen, setSeen] = useState(settings);
  const { field, ...form } = useTypedFields(
    typedSettings(settings),
    (typed) => checkedSettings(typed).problems,
    change.isPending,
  );

  const save = async () => {
    const { value } = checkedSettings(form.typed);
    if (!value) return;
    const difference = changedFields(value, seen);
    if (!difference) {
      showToast({ title: 'Nothing to Save', description: 'The settings are as they were.', tone: 'info' });
      return;
    }
    await change.mutateAsync(difference);
    const saved = { ...seen, ...difference.changes };
    setSeen(saved);
    form.begin(typedSettings(saved));
    showToast({ title: 'Settings Saved' });
  };

  return (
    <form {...form.props} onSubmit={(event) => form.submit(save, event)} aria-label="Settings">
      <div className={classNames('stack gap-5', styles.columns)}>
        <Field
          label="Minutes that items are held for payment"
          hint="From 10 to 240"
          inputMode="numeric"
          {...field('holdMinutes')}
        />
        <Field
          label="Days that a partly paid order is held"
          hint="From 1 to 60"
          inputMode="numeric"
          {...field('partHoldDays')}
        />
        <SelectField
          label="An order may be completed when its payment is"
          options={shipWhenOptions}
          {...field('shipWhen')}
        />
        <Field
          label="Ask for a reason to ship before the bank has settled, from (KES)"
          inputMode="numeric"
          {...field('approvedShipsBelow')}
        />
        <SelectField
          label="Parcels of an order that is not paid"
          options={[
            { value: 'false', label: 'Are never sent' },
            { value: 'true', label: 'May be sent with a reason, which stays with the order' },
          ]}
          {...field('shipsUnpaid')}
        />
        <SelectField
          label="Delivery is paid"
          options={[
            { value: 'false', label: 'Outside the total: we confirm the price before the goods leave' },
            { value: 'true', label: 'With the order, where the county has a fixed price' },
          ]}
          {...field('fixedDeliveryPrices')}
        />
        <NotSaved title="The settings are not saved" error={change.error} />
        <Button type="submit" busy={change.isPending} className="self-start">
          Save Settings
        </Button>
      </div>
    </form>
  );
}
