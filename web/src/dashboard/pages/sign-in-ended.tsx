import { useEffect, useState } from 'react';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { unknownCaller } from '../../lib/api-client.ts';

/** Has the shop refused a call of the dashboard because it no longer knows who asks? Until it is dismissed. */
export function useSignInHasEnded(isWatching: boolean): [boolean, (hasEnded: boolean) => void] {
  const [hasEnded, setHasEnded] = useState(false);
  useEffect(() => {
    if (!isWatching) return;
    const note = () => setHasEnded(true);
    unknownCaller.addEventListener('refused', note);
    return () => unknownCaller.removeEventListener('refused', note);
  }, [isWatching]);
  return [hasEnded, setHasEnded];
}

/** Leads to the login and back, instead of leaving somebody before a form that nobody takes. */
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
