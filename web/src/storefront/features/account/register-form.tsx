import { type RegisterRequest, registerSchema, type User } from '@contract/auth.ts';
import { Link } from 'react-router-dom';
import { Button } from '#components/forms/button.tsx';
import {
  AddressField,
  EmailField,
  NameField,
  NewPasswordField,
  PhoneField,
} from '#components/forms/contact-fields.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { useRegister } from '#account/sign-in-queries.ts';
import { useAccountForm } from '#account/use-account-form.tsx';

/** The registration form. A failure clears nothing. */
export function RegisterForm({ onRegister }: { onRegister: (user: User) => void }) {
  const register = useRegister();
  const { formProps, field, failure, isBusy, canSend } = useAccountForm<RegisterRequest>({
    initialValues: { name: '', email: '', phone: '', address: '', password: '' },
    schema: registerSchema,
    send: async (request) => {
      const { user } = await register.mutateAsync(request);
      showToast({ title: 'Registration Successful', description: `Welcome, ${user.name}.` });
      onRegister(user);
    },
    failureTitle: 'Registration Failed',
  });

  return (
    <form {...formProps} className="stack gap-5">
      <NameField {...field('name')} />
      <EmailField {...field('email')} />
      <PhoneField {...field('phone')} />
      <AddressField {...field('address')} />
      <NewPasswordField {...field('password')} />
      {failure}
      <Button type="submit" size="large" wide busy={isBusy} disabled={!canSend}>
        {isBusy ? 'Creating Account...' : 'Create Account'}
      </Button>
      <p className="quiet">
        Already have an account?{' '}
        <Link to="/login" className="inline-row target strong">
          Sign in
        </Link>
      </p>
    </form>
  );
}
