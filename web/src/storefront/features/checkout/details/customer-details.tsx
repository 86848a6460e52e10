import type { ComponentProps, ReactNode } from 'react';
import {
  AddressField,
  CompanyFields,
  EmailField,
  NameField,
  PhoneField,
} from '#components/forms/contact-fields.tsx';
import type { Field } from '#components/forms/field.tsx';
import styles from './customer-details.module.css';
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
  /** Below the address. */
  aboutAddress: ReactNode;
};

/** The buyer's contact details and delivery address. */
export function CustomerDetails({ field, county, aboutAddress }: CustomerDetailsProps) {
  return (
    <fieldset className="pair gap-5 align-top">
      <legend className={styles.legend}>Your details</legend>
      <NameField label="First Name" autoComplete="given-name" {...field('firstName')} />
      <NameField label="Last Name" autoComplete="family-name" {...field('lastName')} />
      <EmailField {...field('email')} />
      <PhoneField hint="We call it to arrange delivery" {...field('phone')} />
      <div className="whole-row">{county}</div>
      <AddressField
        label="Delivery Address"
        hint="Town, street and a landmark"
        className="whole-row"
        {...field('address')}
      />
      <div className="whole-row">{aboutAddress}</div>
      <CompanyFields className="whole-row" field={field} />
    </fieldset>
  );
}
