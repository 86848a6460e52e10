import type { User } from '@contract/auth.ts';
import { useState } from 'react';
import { Button, LinkButton } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';
import { showFailure } from '#components/overlays/toast.tsx';
import { ApiError } from '#lib/api/api-client.ts';
import { useOnce } from '#lib/forms/use-once.ts';
import { failureMessage } from '#account/failure-message.ts';
import { useConfirmEmail } from './own-account-queries.ts';

type ConfirmEmailProps = {
  /** From the mailed link; null when the link had none. */
  token: string | null;
  /** Null while nobody is signed in. */
  user: User | null;
};

/** The confirm button. For an expired link, a message with a way to get another. */
export function ConfirmEmail({ token, user }: ConfirmEmailProps) {
  const confirm = useConfirmEmail();
  const once = useOnce();
  const [isExpired, setIsExpired] = useState(false);

  const send = async () => {
    try {
      await confirm.mutateAsync({ token: token ?? '' });
    } catch (error) {
      if (error instanceof ApiError && error.reply?.code === 'confirmation_link_expired') setIsExpired(true);
      else {
        showFailure('Address Not Confirmed', error, failureMessage(error));
      }
    }
  };

  const toAccount = <LinkButton to="/account">My Account</LinkButton>;
  if (confirm.isSuccess) {
    return (
      <Notice tone="success" title="Your address is confirmed" action={toAccount}>
        {confirm.data.user.email} belongs to this account.
      </Notice>
    );
  }
  if (isExpired) {
    return (
      <Notice tone="warning" title="This link does not work here" action={toAccount}>
        A link works for 24 hours, once, and only in the account that asked for it
        {user ? ` (you are signed in as ${user.email})` : ''}. {stateOf(user)}
      </Notice>
    );
  }
  if (token === null) {
    return (
      <Notice title="This page needs the link from the mail" announce="none" action={toAccount}>
        {stateOf(user) || 'Open the link in the mail again. Your account page sends another.'}
      </Notice>
    );
  }
  return (
    <Button size="large" wide busy={confirm.isPending} onClick={() => once(send)}>
      {confirm.isPending ? 'Confirming...' : 'Confirm This Address'}
    </Button>
  );
}

function stateOf(user: User | null): string {
  if (!user) return '';
  return user.emailConfirmed
    ? `${user.email} is confirmed already.`
    : `${user.email} is not confirmed yet: your account page sends another link.`;
}
