import { type RegisterRequest, registerSchema, type User } from '@contract/auth.ts';
import { Link } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { Field, PasswordField, TextAreaField } from '../../../components/field.tsx';
import { showToast } from '../../../components/toast.tsx';
import styles from '../../../account/account-form.module.css';
import { wordsForFailedRegistration } from '../../../account/account-refusal.ts';
import { useRegister } from '../../../account/sign-in-queries.ts';
import { useAccountForm } from '../../../account/use-account-form.ts';

/** Everything an account needs. A failure leaves all fields as they were typed. */
export function RegisterForm({ onRegister }: { onRegister: (user: User) => void }) {
  const register = useRegister();
  const { formProps, field, isBusy } = useAccountForm<RegisterRequest>({
    initialValues: { name: '', email: '', phone: '', address: '', password: '' },
    schema: registerSchema,
    send: async (request) => {
      const { user } = await register.mutateAsync(request);
      showToast({ title: 'Registration Successful', description: `Welcome, ${user.name}.` });
      onRegister(user);
    },
    failureTitle: 'Registration Failed',
    failureWords: wordsForFailedRegistration,
  });

  return (
    <form {...formProps} className={styles.form}>
      <Field label="Full Name" autoComplete="name" autoCapitalize="words" {...field('name')} />
      <Field
        label="Email Address"
        type="email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        {...field('email')}
      />
      <Field
        label="Phone Number"
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        hint="For example 0712 345 678"
        {...field('phone')}
      />
      <TextAreaField
        label="Address"
        autoComplete="street-address"
        hint="Town, street or landmark: where we deliver"
        {...field('address')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint="At least 6 characters"
        {...field('password')}
      />
      <Button type="submit" size="large" wide busy={isBusy} disabled={isBusy}>
        {isBusy ? 'Creating Account...' : 'Create Account'}
      </Button>
      <p className={styles.other}>
        Already have an account? <Link to="/login">Sign in</Link>
      </p>
    </form>
  );
}
