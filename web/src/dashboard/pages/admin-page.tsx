import { ShieldAlert } from 'lucide-react';
import { useEffect } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { Button, LinkButton } from '#components/forms/button.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';
import { Notice } from '#components/page/notice.tsx';
import { PageBody } from '#components/page/page-body.tsx';
import { PageMeta } from '#components/page/page-meta.tsx';
import { Loading, Skeleton } from '#components/page/skeleton.tsx';
import { useMe } from '#account/account-queries.ts';
import { useMarkSignedOut } from '#account/change-user.ts';
import { useSignedOutRedirect } from '#account/use-signed-out-redirect.ts';
import { SecondFactorGate } from '../features/second-factor/second-factor-gate.tsx';
import { forgetAdminToken } from '../lib/admin-database.ts';
import styles from './admin-page.module.css';
import { AdminTabs, fetchTabAt } from './admin-tabs.tsx';
import { PasswordPrompt } from './password-prompt.tsx';
import { SignInEndedDialog, useSignInEndedNotice } from './sign-in-ended.tsx';

/** `/admin`: visitors are sent to the login, customers are denied access. The server checks every request anyway. */
export function AdminPage() {
  const me = useMe();
  const redirectTo = useSignedOutRedirect(me.data);
  const admin = me.data?.role === 'admin' ? me.data.id : null;
  // The next user at this screen gets their own token.
  useEffect(() => forgetAdminToken, [admin]);
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (admin !== null) fetchTabAt(pathname);
  }, [admin, pathname]);
  const [hasEnded, setHasEnded] = useSignInEndedNotice(admin !== null);
  const endSignIn = useMarkSignedOut();
  if (redirectTo && hasEnded) return <Navigate to="/login" state={{ from: pathname + search }} replace />;
  if (redirectTo) return <Navigate to={redirectTo} replace />;
  if (admin !== null) {
    return (
      <>
        <SecondFactorGate userId={admin}>
          <PageBody className={styles.dashboard}>
            <AdminTabs />
          </PageBody>
        </SecondFactorGate>
        <PasswordPrompt email={me.data?.email ?? ''} />
        <SignInEndedDialog isOpen={hasEnded} onSignIn={endSignIn} onLater={() => setHasEnded(false)} />
      </>
    );
  }
  return (
    <PageBody width="text">
      <PageMeta title="Admin Dashboard" />
      {me.data ? (
        <AccessDenied />
      ) : me.isError ? (
        <Notice
          tone="error"
          title="We could not check who is signed in"
          action={<Button onClick={() => me.refetch()}>Try again</Button>}
        >
          The shop did not answer. Check your connection and try again.
        </Notice>
      ) : (
        <Loading label="Checking who is signed in">
          <Skeleton shape="heading" width="half" />
          <Skeleton />
        </Loading>
      )}
    </PageBody>
  );
}

function AccessDenied() {
  return (
    <EmptyState
      as="h1"
      title="Access Denied"
      description="This page is for the shop's staff. You are signed in with a customer's account."
      drawing={<ShieldAlert size={40} aria-hidden="true" />}
      action={<LinkButton to="/">Go Back Home</LinkButton>}
    />
  );
}
