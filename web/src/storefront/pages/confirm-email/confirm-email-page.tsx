import { Page } from '#components/page/page.tsx';
import { LoadFailure } from '#components/page/load-failure.tsx';
import { Loading, Skeleton } from '#components/page/skeleton.tsx';
import { useMe } from '#account/account-queries.ts';
import { LoginForm } from '#account/login-form.tsx';
import { ConfirmEmail } from '#storefront/features/account/confirm-email.tsx';
import { useLinkToken } from '#storefront/features/account/link-token.ts';

/**
 * `/confirm-email#token=…`: the page that the link in the mail opens. It confirms with a button, not automatically,
 * because mail scanners open every link; and only for the user who is signed in to that account, because anybody can
 * register with somebody else's address.
 */
export function ConfirmEmailPage() {
  const token = useLinkToken('/confirm-email');
  const me = useMe();
  const needsSignIn = me.data === null && token !== null;
  return (
    <Page
      width="form"
      title="Confirm Your Address"
      subtitle={
        needsSignIn
          ? 'Sign in to your account first: only you can confirm its address.'
          : me.data
            ? `Signed in as ${me.data.email}. The button confirms the address that the link was sent to.`
            : undefined
      }
    >
      {me.data || token === null ? (
        <ConfirmEmail key={token} token={token} user={me.data ?? null} />
      ) : needsSignIn ? (
        <LoginForm onLogin={() => {}} />
      ) : me.isError ? (
        <LoadFailure title="We could not load your account" query={me}>
          The shop did not answer. Check your connection and try again.
        </LoadFailure>
      ) : (
        <Loading label="Loading your account">
          <Skeleton />
        </Loading>
      )}
    </Page>
  );
}
