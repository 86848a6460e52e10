import type { ComponentProps, ReactNode } from 'react';
import { AddressField, EmailField, NameField, PhoneField } from '../../../../components/contact-fields.tsx';
import type { Field } from '../../../../components/field.tsx';
import styles from './customer-details.module.css';
import type { CustomerField } from './customer-draft.ts';

type FieldProps = Pick<ComponentProps<typeof Field>, 'name' | 'value' | 'required' | 'error'> & {
  // Formik's own handlers take either kind of field.
  onChange: ComponentProps<'input'>['onChange'] & ComponentProps<'textarea'>['onChange'];
  onBlur: ComponentProps<'input'>['onBlur'] & ComponentProps<'textarea'>['onBlur'];
};

type CustomerDetailsProps = {
  /** The props that an input needs. */
  field: (name: CustomerField) => FieldProps;
  /** Asks where it goes, besides the address. */
  county: ReactNode;
};

/** Who buys and where it goes. */
export function CustomerDetails({ field, county }: CustomerDetailsProps) {
  return (
    <fieldset className={styles.details}>
      <legend className={styles.legend}>Your details</legend>
      <NameField label="First Name" autoComplete="given-name" {...field('firstName')} />
      <NameField label="Last Name" autoComplete="family-name" {...field('lastName')} />
      <EmailField {...field('email')} />
      <PhoneField hint="We call this number to arrange delivery" {...field('phone')} />
      <div className={styles.full}>{county}</div>
      <AddressField
        label="Delivery Address"
        hint="Town, street and a landmark the driver can find"
        className={styles.full}
        {...field('address')}
      />
    </fieldset>
  );
}
