import { changeEmail, type ChangeEmailRequest, changeEmailSchema } from '@contract/email-confirmation.ts';
import type { User } from '@contract/auth.ts';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { EmailField } from '#components/forms/contact-fields.tsx';
import { PasswordField } from '#components/forms/field.tsx';
import { Notice } from '#components/page/notice.tsx';
import { callApi } from '#lib/api/api-client.ts';
import { useAccountForm } from '#account/use-account-form.tsx';
import { type AskedLink, askedText, askedTitle } from './mail-request-text.ts';

/** Sends a link to another e-mail address, which becomes the account's when the link is used. */
export function ChangeEmailForm({ user }: { user: User }) {
  const [asked, setAsked] = useState<AskedLink | null>(null);
  const { formProps, field, failure, isBusy, startAgain } = useAccountForm<ChangeEmailRequest>({
    initialValues: { email: '', currentPassword: '' },
    schema: changeEmailSchema,
    send: async (request) => {
      setAsked(null);
      const { waits } = await callApi(changeEmail, { body: request });
      startAgain();
      setAsked({ email: request.email, waits });
    },
    failureTitle: 'E-mail Not Changed',
  });

  return (
    <form {...formProps} className="stack gap-5" aria-label="E-mail address">
      {/* Rendered while empty: screen readers announce only changes. */}
      <div role="status">
        {asked && asked.email !== user.email ? (
          <Notice tone={asked.waits ? 'info' : 'success'} announce="none" title={askedTitle(asked)}>
            {`${askedText(asked)} Until you open the link and confirm, you sign in with ${user.email}.`}
          </Notice>
        ) : null}
      </div>
      <EmailField label="New E-mail Address" {...field('email')} />
      <PasswordField label="Your Password" autoComplete="current-password" {...field('currentPassword')} />
      {failure}
      <Button type="submit" size="large" variant="secondary" busy={isBusy} className="self-start">
        {isBusy ? 'Sending the Link...' : 'Change E-mail Address'}
      </Button>
    </form>
  );
}
