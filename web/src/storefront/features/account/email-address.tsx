import type { User } from '@contract/auth.ts';
import { useState } from 'react';
import { Button } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';
import { useAccountAction } from '#account/use-account-action.ts';
import { type AskedLink, askedText, askedTitle } from './mail-request-text.ts';
import { useSendConfirmation } from './own-account-queries.ts';

/** Shows whether the account's e-mail address is confirmed; if not, a button sends the link again. */
export function EmailAddress({ user }: { user: User }) {
  const sendConfirmation = useSendConfirmation();
  const act = useAccountAction('No Mail Sent');
  const [asked, setAsked] = useState<AskedLink | null>(null);

  const send = async () => {
    const { waits } = await sendConfirmation.mutateAsync();
    setAsked({ email: user.email, waits });
  };

  if (user.emailConfirmed) {
    return (
      <p>
        <strong>{user.email}</strong> is confirmed.
      </p>
    );
  }
  const link = asked?.email === user.email ? asked : null;
  return (
    <Notice
      tone="info"
      announce={link ? 'status' : 'none'}
      title={link ? askedTitle(link) : 'Not confirmed yet'}
      action={
        <Button variant="secondary" busy={sendConfirmation.isPending} onClick={() => act(send)}>
          {sendConfirmation.isPending ? 'Sending the Link...' : 'Send the Link Again'}
        </Button>
      }
    >
      {link
        ? askedText(link)
        : `A link that we mail to ${user.email} shows that the address is yours. Your account works without it.`}
    </Notice>
  );
}
