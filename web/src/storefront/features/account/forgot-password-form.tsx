import { type ForgotPasswordRequest, forgotPasswordSchema } from '@contract/passwords.ts';
import { useState } from 'react';
import { Link } from '../../../components/link.tsx';
import { Button } from '../../../components/button.tsx';
import { EmailField } from '../../../components/contact-fields.tsx';
import { Notice } from '../../../components/notice.tsx';
import styles from '../../../account/account-form.module.css';
import { useForgotPassword } from './own-account-queries.ts';
import { useAccountForm } from '../../../account/use-account-form.ts';

/** Asks for a link by mail. Its answer is the same whether the address has an account or not. */
export function ForgotPasswordForm({ email = '' }: { email?: string }) {
  const forgotPassword = useForgotPassword();
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const { formProps, field, isBusy } = useAccountForm<ForgotPasswordRequest>({
    initialValues: { email },
    schema: forgotPasswordSchema,
    send: async (request) => {
      setAskedFor(null);
      await forgotPassword.mutateAsync(request);
      setAskedFor(request.email);
    },
    failureTitle: 'No Mail Sent',
  });

  return (
    <>
      {/* Rendered before it has text: a screen reader announces only changes. */}
      <div role="status">
        {askedFor ? (
          <Notice tone="success" announce="none" title="Check your mail">
            If {askedFor} has an account, a link to choose a new password is on its way. It works once, for
            one hour. Nothing there? Look in your spam folder, or check the address and send it again.
          </Notice>
        ) : null}
      </div>
      <form {...formProps} className={styles.form}>
        <EmailField autoComplete="username" {...field('email')} />
        <Button type="submit" size="large" wide variant={askedFor ? 'secondary' : 'primary'} busy={isBusy}>
          {isBusy ? 'Sending the Link...' : askedFor ? 'Send the Link Again' : 'Send the Link'}
        </Button>
        <p className={styles.other}>
          Remembered it? <Link to="/login">Sign in</Link>
        </p>
      </form>
    </>
  );
}
