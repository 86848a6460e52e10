import { useEffect, useState } from 'react';
import { ConfirmDialog } from '#components/overlays/dialog.tsx';
import { unauthorizedReplies } from '#lib/api/api-client.ts';

/** Whether a request was refused because the session has ended, and a function to dismiss that. */
export function useSignInEndedNotice(isWatching: boolean): [boolean, (hasEnded: boolean) => void] {
  const [hasEnded, setHasEnded] = useState(false);
  useEffect(() => {
    if (!isWatching) return;
    const end = () => setHasEnded(true);
    unauthorizedReplies.addEventListener('refused', end);
    return () => unauthorizedReplies.removeEventListener('refused', end);
  }, [isWatching]);
  return [hasEnded, setHasEnded];
}

/** Leads to the login and back, so that nobody is left with a form that cannot be sent. */
export function SignInEndedDialog(props: { isOpen: boolean; onSignIn(): void; onLater(): void }) {
  return (
    <ConfirmDialog
      isOpen={props.isOpen}
      title="Your sign-in has ended"
      confirmLabel="Sign in again"
      cancelLabel="Later"
      onConfirm={props.onSignIn}
      onClose={props.onLater}
    >
      <p>
        Nothing was changed. Sign in again and you come back to this page. A product, a note or a reason that
        you typed is kept.
      </p>
    </ConfirmDialog>
  );
}
