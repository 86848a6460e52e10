import type { User } from '@contract/auth.ts';
import { resetPasswordSchema, staffPasswordRule } from '@contract/passwords.ts';
import { useState } from 'react';
import { Button, LinkButton } from '#components/forms/button.tsx';
import { NewPasswordField } from '#components/forms/contact-fields.tsx';
import { Notice } from '#components/page/notice.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { ApiError } from '#lib/api/api-client.ts';
import { useResetPassword } from './own-account-queries.ts';
import { useAccountForm } from '#account/use-account-form.tsx';

type ResetPasswordFormProps = {
  /** From the mailed link; null when the link had none. */
  token: string | null;
  /** Whether the platform has already refused the link. */
  isRefused: boolean;
  onReset: (user: User) => void;
};

/** The new password. For an expired link, a message with a way to get another. */
export function ResetPasswordForm({ token, isRefused, onReset }: ResetPasswordFormProps) {
  const resetPassword = useResetPassword();
  const [isExpired, setIsExpired] = useState(isRefused);
  const { formProps, field, failure, isBusy } = useAccountForm<{ password: string }>({
    initialValues: { password: '' },
    schema: passwordAlone,
    send: async ({ password }) => {
      try {
        const { user } = await resetPassword.mutateAsync({ token: token ?? '', password });
        showToast({
          title: 'Password Changed',
          description: 'You are signed in; other devices are signed out.',
        });
        onReset(user);
      } catch (error) {
        if (error instanceof ApiError && error.reply?.code === 'reset_link_expired') setIsExpired(true);
        throw error;
      }
    },
    failureTitle: 'Password Not Changed',
  });

  if (isExpired || token === null) {
    return (
      <Notice
        tone="warning"
        title={isExpired ? 'This link no longer works' : 'This page needs the link from the mail'}
        action={<LinkButton to="/forgot-password">Ask for a New Link</LinkButton>}
      >
        {isExpired
          ? 'A link works once, for one hour, and only the newest one works. Your password has not changed.'
          : 'Open the link in the mail again: it works for one hour, until you choose a password.'}
      </Notice>
    );
  }
  return (
    <form {...formProps} className="stack gap-5">
      <NewPasswordField
        label="New Password"
        hint={`At least 6 characters. Staff of the shop: ${staffPasswordRule.toLowerCase()}`}
        {...field('password')}
      />
      {failure}
      <Button type="submit" size="large" wide busy={isBusy}>
        {isBusy ? 'Saving...' : 'Save and Sign In'}
      </Button>
    </form>
  );
}

const passwordAlone = resetPasswordSchema.pick(['password']);
