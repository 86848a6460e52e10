import type { ComponentProps } from 'react';
import { Field, TextAreaField } from '../../../../components/field.tsx';
import styles from './customer-details.module.css';
import type { CustomerField } from './customer-draft.ts';

type FieldProps = Pick<ComponentProps<typeof Field>, 'name' | 'value' | 'required' | 'error'> & {
  // Formik's own handlers take either kind of field.
  onChange: ComponentProps<'input'>['onChange'] & ComponentProps<'textarea'>['onChange'];
  onBlur: ComponentProps<'input'>['onBlur'] & ComponentProps<'textarea'>['onBlur'];
};

type CustomerDetailsProps = {
  /** Everything an input needs to show and keep its value. */
  field: (name: CustomerField) => FieldProps;
};

/** Who buys and where it goes; the tokens let a browser fill all of it with one tap. */
export function CustomerDetails({ field }: CustomerDetailsProps) {
  return (
    <fieldset className={styles.details}>
      <legend className={styles.legend}>Your details</legend>
      <Field label="First Name" autoComplete="given-name" autoCapitalize="words" {...field('firstName')} />
      <Field label="Last Name" autoComplete="family-name" autoCapitalize="words" {...field('lastName')} />
      <Field
        label="Email Address"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...field('email')}
      />
      <Field
        label="Phone Number"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint="We call this number to arrange delivery"
        {...field('phone')}
      />
      <TextAreaField
        label="Delivery Address"
        autoComplete="street-address"
        hint="County, town, street and a landmark the driver can find"
        className={styles.full}
        {...field('address')}
      />
    </fieldset>
  );
}
