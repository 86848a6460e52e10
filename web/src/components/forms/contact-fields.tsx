import type { ComponentProps } from 'react';
import { Field, PasswordField, TextAreaField } from './field.tsx';

type Preset<Component extends typeof Field | typeof TextAreaField | typeof PasswordField> = Omit<
  ComponentProps<Component>,
  'label' | 'type'
> & { label?: string };

// The autocomplete tokens let a browser fill a whole form with one tap; the other attributes choose the right
// keyboard.

/** A name. A form with separate first and last names passes its own `autoComplete`. */
export function NameField({ label = 'Full Name', ...rest }: Preset<typeof Field>) {
  return <Field label={label} autoComplete="name" autoCapitalize="words" {...rest} />;
}

/** An e-mail address; with `autoComplete="username"` where it names an account. */
export function EmailField(props: Preset<typeof Field>) {
  return (
    <Field
      label="Email Address"
      type="email"
      autoComplete="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}

/** A phone number. */
export function PhoneField(props: Preset<typeof Field>) {
  return (
    <Field
      label="Phone Number"
      type="tel"
      autoComplete="tel"
      inputMode="tel"
      hint="For example 0712 345 678"
      {...props}
    />
  );
}

/** The delivery address. */
export function AddressField(props: Preset<typeof TextAreaField>) {
  return (
    <TextAreaField
      label="Address"
      autoComplete="street-address"
      hint="Town, street or landmark: where we deliver"
      {...props}
    />
  );
}

/** A new password. */
export function NewPasswordField(props: Preset<typeof PasswordField>) {
  return (
    <PasswordField label="Password" autoComplete="new-password" hint="At least 6 characters" {...props} />
  );
}
