import type { User } from '@contract/auth.ts';
import { minStaffPassword } from '@contract/passwords.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, LinkButton } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';
import { showFailure, showToast } from '#components/overlays/toast.tsx';
import { ApiError } from '#lib/api/api-client.ts';
import { useOnce } from '#lib/forms/use-once.ts';
import { failureMessage } from '#account/failure-message.ts';
import { FailureNotice } from '#account/failure-notice.tsx';
import { useConfirmEmail } from './own-account-queries.ts';

type ConfirmEmailProps = {
  /** From the mailed link; null when the link had none. */
  token: string | null;
  /** Null while nobody is signed in. */
  user: User | null;
  /** The link is an invitation to the staff. */
  isInvitation?: boolean;
};

/** The confirm button. For an expired link, a message with a way to get another. */
export function ConfirmEmail({ token, user, isInvitation = false }: ConfirmEmailProps) {
  const navigate = useNavigate();
  const confirm = useConfirmEmail();
  const once = useOnce();
  const [isExpired, setIsExpired] = useState(false);

  const send = async () => {
    try {
      const { user: now } = await confirm.mutateAsync({ token: token ?? '' });
      if (!isInvitation || now.role === 'customer') return;
      showToast({
        title: 'Welcome to the Staff',
        description: `Sign in again, with a password of at least ${minStaffPassword} characters.`,
      });
      navigate('/login', { replace: true });
    } catch (error) {
      if (error instanceof ApiError && error.reply?.code === 'confirmation_link_expired') setIsExpired(true);
      else {
        showFailure(isInvitation ? 'Not Accepted' : 'Address Not Confirmed', error, failureMessage(error));
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
  const signedInAs = user ? ` (you are signed in as ${user.email})` : '';
  if (isExpired) {
    return (
      <Notice tone="warning" title="This link does not work here" action={toAccount}>
        {isInvitation
          ? `An invitation works for 72 hours, once, and only in the account with its address${signedInAs}.`
          : `A link works for 24 hours, once, and only in the account that asked for it${signedInAs}. ${stateOf(user)}`}
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
    <div className="stack gap-5">
      <FailureNotice error={confirm.error} />
      {isInvitation ? (
        <p>
          {`You are signed out then. Staff see what buyers order and pay, so your password needs at least ${minStaffPassword} characters from then on, and must not be a common one. If it is shorter, “Forgot your password?” sends a link for a new one.`}
        </p>
      ) : null}
      <Button size="large" wide busy={confirm.isPending} onClick={() => once(send)}>
        {confirm.isPending ? 'Confirming...' : isInvitation ? 'Join the Staff' : 'Confirm This Address'}
      </Button>
    </div>
  );
}

function stateOf(user: User | null): string {
  if (!user) return '';
  return user.emailConfirmed
    ? `${user.email} is confirmed already.`
    : `${user.email} is not confirmed yet: your account page sends another link.`;
}
