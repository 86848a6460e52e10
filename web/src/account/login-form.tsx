import { type LoginRequest, loginSchema, type User } from '@contract/auth.ts';
import { Link } from 'react-router-dom';
import { Button } from '../components/forms/button.tsx';
import { EmailField } from '../components/forms/contact-fields.tsx';
import { PasswordField } from '../components/forms/field.tsx';
import { showToast } from '../components/overlays/toast.tsx';
import styles from './account-form.module.css';
import { loginFailureMessage } from './failure-message.ts';
import { useLogin } from './sign-in-queries.ts';
import { useAccountForm } from './use-account-form.tsx';

/** E-mail and password. A failure shows a toast, stands above the button and clears nothing. */
export function LoginForm({ onLogin }: { onLogin: (user: User) => void }) {
  const login = useLogin();
  const { formProps, field, failure, values, isBusy, canSend } = useAccountForm<LoginRequest>({
    initialValues: { email: '', password: '' },
    schema: loginSchema,
    send: async (request) => {
      const { user } = await login.mutateAsync(request);
      showToast({ title: 'Login Successful', description: 'Welcome back!' });
      onLogin(user);
    },
    failureTitle: 'Login Failed',
    failureMessageOf: loginFailureMessage,
  });

  return (
    <form {...formProps} className="stack gap-5">
      <EmailField autoComplete="username" {...field('email')} />
      <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
      <Link
        to="/forgot-password"
        state={{ email: values.email }}
        className={`inline-row self-start target ${styles.forgot}`}
      >
        Forgot your password?
      </Link>
      {failure}
      <Button type="submit" size="large" wide disabled={!canSend}>
        {isBusy ? 'Signing In...' : 'Sign In'}
      </Button>
      <p className="quiet">
        New here?{' '}
        <Link to="/register" className="inline-row target strong">
          Create an account
        </Link>
      </p>
    </form>
  );
}
