import type { ComponentProps, ReactNode } from 'react';
import { AddressField, EmailField, NameField, PhoneField } from '../../../../components/contact-fields.tsx';
import type { Field } from '../../../../components/field.tsx';
import styles from './customer-details.module.css';
import { classNames } from '../../../../components/class-names.ts';
import type { CustomerField } from './customer-draft.ts';

type FieldProps = Pick<ComponentProps<typeof Field>, 'name' | 'value' | 'required' | 'error'> & {
  // Formik's handlers accept inputs and textareas.
  onChange: ComponentProps<'input'>['onChange'] & ComponentProps<'textarea'>['onChange'];
  onBlur: ComponentProps<'input'>['onBlur'] & ComponentProps<'textarea'>['onBlur'];
};

type CustomerDetailsProps = {
  /** The props of an input. */
  field: (name: CustomerField) => FieldProps;
  /** The county's field. */
  county: ReactNode;
};

/** The buyer's contact details and delivery address. */
export function CustomerDetails({ field, county }: CustomerDetailsProps) {
  return (
    <fieldset className={classNames('stack gap-5 narrow', styles.details)}>
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
