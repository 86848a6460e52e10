import { type ComponentProps, useState } from 'react';
import { Field, PasswordField, TextAreaField } from './field.tsx';
import { meantEmail } from './meant-email.ts';

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

/** An e-mail address; with `autoComplete="username"` where it names an account. Asks about a mistyped provider. */
export function EmailField(props: Preset<typeof Field>) {
  const [left, setLeft] = useState('');
  const meant = left === props.value ? meantEmail(left) : null;
  return (
    <Field
      label="Email Address"
      type="email"
      autoComplete="email"
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      hint={meant ? `Did you mean ${meant}?` : props.hint}
      onBlur={(event) => {
        setLeft(event.target.value);
        props.onBlur?.(event);
      }}
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

type CompanyFieldsProps = {
  /** The props of an input. */
  field(name: 'companyName' | 'pin' | 'purchaseOrder'): Omit<Preset<typeof Field>, 'label'>;
  className?: string;
  /** What its own number is called. */
  numberLabel?: string | undefined;
};

/** The organisation for which somebody buys: folded until something is typed into it. */
export function CompanyFields({
  field,
  className,
  numberLabel = 'Purchase Order Number',
}: CompanyFieldsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [name, pin, number] = [field('companyName'), field('pin'), field('purchaseOrder')];
  const isNeeded = [name, pin, number].some(({ value, error }) => value || error);
  return (
    <details
      className={className}
      open={isOpen || isNeeded}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="target">Buying for an organisation?</summary>
      <div className="pair gap-5 align-top pad-top-2">
        <Field label="Organisation" autoComplete="organization" {...name} />
        <Field label="KRA PIN" autoComplete="off" autoCapitalize="characters" spellCheck={false} {...pin} />
        <Field label={numberLabel} autoComplete="off" {...number} />
      </div>
    </details>
  );
}

/** A new password. */
export function NewPasswordField(props: Preset<typeof PasswordField>) {
  return (
    <PasswordField label="Password" autoComplete="new-password" hint="At least 6 characters" {...props} />
  );
}
