import type { User } from '@contract/auth.ts';
import { type ChangePasswordRequest, changePasswordSchema, staffPasswordRule } from '@contract/passwords.ts';
import { Button } from '#components/forms/button.tsx';
import { NewPasswordField } from '#components/forms/contact-fields.tsx';
import { PasswordField } from '#components/forms/field.tsx';
import { showToast } from '#components/overlays/toast.tsx';
import { useChangePassword } from './own-account-queries.ts';
import { useAccountForm } from '#account/use-account-form.tsx';

/** Changes the password; requires the current one. */
export function ChangePasswordForm({ email, role }: Pick<User, 'email' | 'role'>) {
  const changePassword = useChangePassword();
  const { formProps, field, failure, isBusy, startAgain } = useAccountForm<ChangePasswordRequest>({
    initialValues: { currentPassword: '', newPassword: '' },
    schema: changePasswordSchema,
    send: async (request) => {
      await changePassword.mutateAsync(request);
      startAgain();
      showToast({ title: 'Password Changed', description: 'Your other devices have been signed out.' });
    },
    failureTitle: 'Password Not Changed',
  });

  return (
    <form {...formProps} className="stack gap-5" aria-label="Password">
      {/* Tells a password manager whose password this is. */}
      <span className="visually-hidden">
        <input type="email" autoComplete="username" value={email} readOnly tabIndex={-1} aria-hidden="true" />
      </span>
      <PasswordField label="Current Password" autoComplete="current-password" {...field('currentPassword')} />
      <NewPasswordField
        label="New Password"
        {...(role !== 'customer' && { hint: staffPasswordRule })}
        {...field('newPassword')}
      />
      {failure}
      <Button type="submit" size="large" variant="secondary" busy={isBusy} className="self-start">
        {isBusy ? 'Changing...' : 'Change Password'}
      </Button>
    </form>
  );
}
