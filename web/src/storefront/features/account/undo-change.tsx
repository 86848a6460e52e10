import { Button, LinkButton } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';
import { ApiError } from '#lib/api/api-client.ts';
import { useAccountAction } from '#account/use-account-action.ts';
import { FailureNotice } from '#account/failure-notice.tsx';
import { useUndoChange } from './own-account-queries.ts';

/**
 * The button that undoes a change of the account, or of a setting of the shop.
 * @param token from the mailed link; null when the link had none
 */
export function UndoChange({ token, isSetting = false }: { token: string | null; isSetting?: boolean }) {
  const undo = useUndoChange();
  const act = useAccountAction('Nothing Was Undone');
  const isExpired = undo.error instanceof ApiError && undo.error.reply?.code === 'confirmation_link_expired';

  if (undo.isSuccess) {
    return (
      <Notice tone="success" title={isSetting ? 'It is as it was before' : 'The account is yours again'}>
        {isSetting
          ? 'Who changed it is signed out everywhere. Take their role away, or have them choose another password.'
          : 'Everybody is signed out, and no password opens it. We have sent you a link with which you choose one of your own.'}
      </Notice>
    );
  }
  if (isExpired || token === null) {
    return (
      <Notice
        tone={isExpired ? 'warning' : 'info'}
        title={isExpired ? 'This link no longer works' : 'This page needs the link from the mail'}
        announce={isExpired ? 'status' : 'none'}
        action={isSetting ? null : <LinkButton to="/forgot-password">Choose a New Password</LinkButton>}
      >
        {isExpired ? 'A link works once, for 72 hours.' : 'Open the link in the mail again.'}
      </Notice>
    );
  }
  return (
    <div className="stack gap-5">
      <p>
        {isSetting
          ? 'What was before is put back, and who changed it is signed out everywhere.'
          : 'The account gets the address of this mailbox again, everybody is signed out, and its password no longer works. Then we send you a link for a new password.'}
      </p>
      <FailureNotice error={undo.error} />
      <Button
        size="large"
        wide
        busy={undo.isPending}
        onClick={() => act(async () => void (await undo.mutateAsync({ token })))}
      >
        {undo.isPending ? 'Undoing...' : isSetting ? 'Undo It' : 'It Was Not Me: Undo It'}
      </Button>
    </div>
  );
}
