import type { ShopDetails } from '@contract/shop-details.ts';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { Field, TextAreaField } from '#components/forms/field.tsx';
import { classNames } from '#components/page/class-names.ts';
import { showToast } from '#components/overlays/toast.tsx';
import { useTypedFields } from '#lib/forms/use-typed-form.ts';
import { NotSaved } from '#dashboard/components/not-saved.tsx';
import { useChangeShopDetails } from '#dashboard/lib/shop-details-queries.ts';
import styles from './settings.module.css';
import { changedFields } from './changed-fields.ts';
import { checkedDetails, typedShopDetails } from './typed-shop-details.ts';

/** Of one line unless they have a number of rows. */
const fields: readonly { name: keyof ShopDetails; label: string; hint?: string; rows?: number }[] = [
  { name: 'name', label: 'Name of the shop' },
  { name: 'email', label: 'E-mail' },
  { name: 'phones', label: 'Phone numbers', hint: 'One on each line, three at most.', rows: 3 },
  {
    name: 'whatsapp',
    label: 'WhatsApp number',
    hint: 'Products, cart and orders then have a link that opens a chat with it. Empty: no link.',
  },
  { name: 'address', label: 'Address' },
  { name: 'hours', label: 'Opening hours', hint: 'As it stands in sentences: Monday-Friday, 8 AM-6 PM' },
  {
    name: 'bank',
    label: 'Bank details',
    hint: 'What a buyer needs for a transfer: bank, branch, name and number of the account.',
    rows: 4,
  },
  { name: 'pin', label: 'KRA PIN of the shop', hint: 'Printed on receipts. Empty: not printed.' },
  {
    name: 'announcement',
    label: 'Announcement',
    hint: 'One line above every page of the shop, 120 characters at most. Empty: none.',
  },
];

/** The shop's details. Only changed ones are sent, so two people can change different ones at once. */
export function ShopDetailsForm({ details }: { details: ShopDetails }) {
  const change = useChangeShopDetails();
  // As they were shown: what somebody else has changed since is not overwritten.
  const [seen, setSeen] = useState(details);
  const { field, ...form } = useTypedFields(
    typedShopDetails(details),
    (typed) => checkedDetails(typed).problems,
    change.isPending,
  );

  const save = async () => {
    const { value } = checkedDetails(form.typed);
    if (!value) return;
    const difference = changedFields(value, seen);
    if (!difference) {
      showToast({ title: 'Nothing to Save', description: 'The details are as they were.', tone: 'info' });
      return;
    }
    await change.mutateAsync(difference);
    const saved = { ...seen, ...difference.changes };
    setSeen(saved);
    form.begin(typedShopDetails(saved));
    showToast({
      title: 'Shop Details Saved',
      description: 'Pages that are opened now show them within a minute.',
    });
  };

  return (
    <form {...form.props} onSubmit={(event) => form.submit(save, event)} aria-label="Shop details">
      <div className={classNames('stack gap-5', styles.columns)}>
        {fields.map(({ name, label, hint, rows }) => {
          const props = { label, hint, ...field(name) };
          return rows ? <TextAreaField key={name} rows={rows} {...props} /> : <Field key={name} {...props} />;
        })}
        <NotSaved title="The details are not saved" error={change.error} />
        <Button type="submit" busy={change.isPending} className={classNames('self-start', styles.save)}>
          Save Shop Details
        </Button>
      </div>
    </form>
  );
}
