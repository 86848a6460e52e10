import { forgotPassword, type ForgotPasswordRequest, forgotPasswordSchema } from '@contract/passwords.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '#components/forms/button.tsx';
import { EmailField } from '#components/forms/contact-fields.tsx';
import { Notice } from '#components/page/notice.tsx';
import { callApi } from '#lib/api/api-client.ts';
import { useAccountForm } from '#account/use-account-form.tsx';

/** Requests a reset link by mail. The reply is the same whether the address has an account or not. */
export function ForgotPasswordForm({ email = '' }: { email?: string }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { formProps, field, failure, isBusy } = useAccountForm<ForgotPasswordRequest>({
    initialValues: { email },
    schema: forgotPasswordSchema,
    send: async (request) => {
      setSentTo(null);
      await callApi(forgotPassword, { body: request });
      setSentTo(request.email);
    },
    failureTitle: 'No Mail Sent',
  });

  return (
    <>
      {/* Rendered while empty: screen readers announce only changes. */}
      <div role="status">
        {sentTo ? (
          <Notice tone="success" announce="none" title="Check your mail">
            If {sentTo} has an account, a link to choose a new password is on its way. It works once, for one
            hour. Nothing there? Look in your spam folder, or check the address and send it again.
          </Notice>
        ) : null}
      </div>
      <form {...formProps} className="stack gap-5">
        <EmailField autoComplete="username" {...field('email')} />
        {failure}
        <Button type="submit" size="large" wide variant={sentTo ? 'secondary' : 'primary'} busy={isBusy}>
          {isBusy ? 'Sending the Link...' : sentTo ? 'Send the Link Again' : 'Send the Link'}
        </Button>
        <p className="quiet">
          Remembered it?{' '}
          <Link to="/login" className="inline-row target strong">
            Sign in
          </Link>
        </p>
      </form>
    </>
  );
}
