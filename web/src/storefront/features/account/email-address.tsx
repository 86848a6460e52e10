import type { User } from '@contract/auth.ts';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';
import { showFailure } from '#components/overlays/toast.tsx';
import { failureMessage } from '#account/failure-message.ts';
import { useOnce } from '#lib/forms/use-once.ts';
import { useSendConfirmation } from './own-account-queries.ts';

/** Shows whether the account's e-mail address is confirmed; if not, a button sends the link again. */
export function EmailAddress({ user }: { user: User }) {
  const sendConfirmation = useSendConfirmation();
  const once = useOnce();
  const [sentTo, setSentTo] = useState<string | null>(null);

  const send = async () => {
    try {
      await sendConfirmation.mutateAsync();
      setSentTo(user.email);
    } catch (error) {
      showFailure('No Mail Sent', error, failureMessage(error));
    }
  };

  if (user.emailConfirmed) {
    return (
      <p>
        <strong>{user.email}</strong> is confirmed.
      </p>
    );
  }
  return (
    <Notice
      tone="info"
      announce={sentTo === user.email ? 'status' : 'none'}
      title={sentTo === user.email ? 'Check your mail' : 'Not confirmed yet'}
      action={
        <Button variant="secondary" busy={sendConfirmation.isPending} onClick={() => once(send)}>
          {sendConfirmation.isPending ? 'Sending the Link...' : 'Send the Link Again'}
        </Button>
      }
    >
      {sentTo === user.email
        ? `A link is on its way to ${user.email}. Nothing there? Look in your spam folder.`
        : `We sent a link to ${user.email} that shows that the address is yours. Your account works without it.`}
    </Notice>
  );
}
