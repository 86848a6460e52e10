import { Link, useSearchParams } from 'react-router-dom';
import { Page } from '#components/page/page.tsx';
import { useMe } from '#account/account-queries.ts';
import { AccountNotLoaded } from '#storefront/features/account/account-not-loaded.tsx';
import { LoginForm } from '#account/login-form.tsx';
import { ConfirmEmail } from '#storefront/features/account/confirm-email.tsx';
import { useLinkToken } from '#storefront/features/account/link-token.ts';

/**
 * `/confirm-email#token=…`: the page that the link in the mail opens. It confirms with a button, not automatically,
 * because mail scanners open every link; and only for the user who is signed in to that account, because anybody can
 * register with somebody else's address. With `?for=staff` the link is an invitation to the staff.
 */
export function ConfirmEmailPage() {
  const isInvitation = useSearchParams()[0].get('for') === 'staff';
  const token = useLinkToken(isInvitation ? '/confirm-email?for=staff' : '/confirm-email');
  const me = useMe();
  const needsSignIn = me.data === null && token !== null;
  return (
    <Page
      width="form"
      title={isInvitation ? 'Join the Staff' : 'Confirm Your Address'}
      subtitle={
        needsSignIn
          ? isInvitation
            ? 'Sign in first, to the account with the address that the link was sent to.'
            : 'Sign in to your account first: only you can confirm its address.'
          : me.data
            ? `Signed in as ${me.data.email}. The button ${isInvitation ? 'accepts the invitation to' : 'confirms'} the address that the link was sent to.`
            : undefined
      }
    >
      {me.data || token === null ? (
        <ConfirmEmail key={token} token={token} user={me.data ?? null} isInvitation={isInvitation} />
      ) : needsSignIn ? (
        <>
          <LoginForm onLogin={() => {}} />
          {isInvitation ? (
            <p className="pad-top-2">
              No account yet? <Link to="/register">Sign up</Link> with this address, then open the link in the
              mail again.
            </p>
          ) : null}
        </>
      ) : (
        <AccountNotLoaded query={me} />
      )}
    </Page>
  );
}
