import { type ProvePasswordRequest, provePassword, provePasswordSchema } from '@contract/passwords.ts';
import { useAccountForm } from '#account/use-account-form.tsx';
import { Button } from '#components/forms/button.tsx';
import styles from '#dashboard/components/one-dialog.module.css';
import { Dialog } from '#components/overlays/dialog.tsx';
import { PasswordField } from '#components/forms/field.tsx';
import { callApi } from '#lib/api/api-client.ts';

export type PasswordDialogProps = { email: string; isOpen: boolean; onAnswer(isProved: boolean): void };

/** Asks for the signed-in user's password. Loaded by password-prompt.tsx, with the form libraries. */
export function PasswordDialog({ email, isOpen, onAnswer }: PasswordDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={() => onAnswer(false)} title="Enter your password">
      <PasswordForm email={email} onProved={() => onAnswer(true)} />
    </Dialog>
  );
}

function PasswordForm({ email, onProved }: { email: string; onProved(): void }) {
  const { formProps, field, failure, isBusy } = useAccountForm<ProvePasswordRequest>({
    initialValues: { currentPassword: '' },
    schema: provePasswordSchema,
    send: async (body) => {
      await callApi(provePassword, { body });
      onProved();
    },
    failureTitle: 'Password Not Accepted',
  });
  return (
    <form {...formProps} className={`stack gap-5 ${styles.question}`} aria-label="Your password">
      <p>Please confirm that it is you. You will not be asked again for ten minutes.</p>
      {/* Tells password managers whose password this is. */}
      <span className="visually-hidden">
        <input type="email" autoComplete="username" value={email} readOnly tabIndex={-1} aria-hidden="true" />
      </span>
      <PasswordField
        label="Password"
        autoComplete="current-password"
        data-first-focus
        {...field('currentPassword')}
      />
      {failure}
      <Button type="submit" size="large" busy={isBusy}>
        {isBusy ? 'Checking...' : 'Continue'}
      </Button>
    </form>
  );
}
