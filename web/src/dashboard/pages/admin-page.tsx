import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { Button } from '#components/forms/button.tsx';
import { Notice } from '#components/page/notice.tsx';
import { PageBody } from '#components/page/page-body.tsx';
import { PageMeta } from '#components/page/page-meta.tsx';
import { LoadingForm } from '../features/second-factor/loading-form.tsx';
import { meKey, useMe } from '#account/account-queries.ts';
import { unauthorizedReplies } from '#lib/api/api-client.ts';
import { useLatest } from '#lib/forms/use-latest.ts';
import { useMarkSignedOut } from '#account/change-user.ts';
import { useSignedOutRedirect } from '#account/use-signed-out-redirect.ts';
import { AccessDenied } from '../components/access-denied.tsx';
import { DashboardSearch } from '../features/search/dashboard-search.tsx';
import { SecondFactorGate } from '../features/second-factor/second-factor-gate.tsx';
import { forgetAdminToken } from '../lib/admin-database.ts';
import { ShopPages, type TextPages } from '../lib/shop-pages.ts';
import { Permissions, useMay } from '../lib/use-may.ts';
import { AdminTabs } from './admin-tabs.tsx';
import { fetchPageAt } from './desk-pages.ts';
import { placesFor } from './desk-places.ts';
import { PasswordPrompt } from './password-prompt.tsx';
import { ConfirmDialog } from '#components/overlays/dialog.tsx';

/** Calls back when a request was refused: for want of a permission, or since the session has ended. */
function useRefused(kind: 'forbidden' | 'refused', onRefused: () => void) {
  const latest = useLatest(onRefused);
  useEffect(() => {
    const tell = () => latest.current();
    unauthorizedReplies.addEventListener(kind, tell);
    return () => unauthorizedReplies.removeEventListener(kind, tell);
  }, [kind, latest]);
}

/**
 * `/admin`: visitors are sent to the login, customers are denied access. The server checks every request anyway.
 * @param shopPages for the previews of their texts; only the app knows both wings
 */
export function AdminPage({ shopPages }: { shopPages: TextPages }) {
  const me = useMe();
  const redirectTo = useSignedOutRedirect(me.data);
  const [seenId, setSeenId] = useState<string | null>(null);
  if (me.data && me.data.role !== 'customer' && me.data.id !== seenId) setSeenId(me.data.id);
  // Whose role is taken away keeps what is on the screen, without a permission: the next page is Access Denied.
  const staff = me.data && (me.data.role !== 'customer' || me.data.id === seenId) ? me.data : null;
  const queryClient = useQueryClient();
  // Reads anew who is signed in, and what they may do.
  useRefused('forbidden', () => void queryClient.invalidateQueries({ queryKey: meKey }));
  const staffId = staff?.id ?? null;
  // The next user at this screen gets their own token.
  useEffect(() => forgetAdminToken, [staffId]);
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (staffId !== null) fetchPageAt(pathname);
  }, [staffId, pathname]);
  const [hasEnded, setHasEnded] = useState(false);
  useRefused('refused', () => staff && setHasEnded(true));
  const endSignIn = useMarkSignedOut();
  if (redirectTo && hasEnded) return <Navigate to="/login" state={{ from: pathname + search }} replace />;
  if (redirectTo) return <Navigate to={redirectTo} replace />;
  if (staff) {
    return (
      <Permissions value={staff.permissions}>
        <SecondFactorGate userId={staff.id}>
          <Search />
          <ShopPages value={shopPages}>
            <AdminTabs />
          </ShopPages>
        </SecondFactorGate>
        <PasswordPrompt email={staff.email} />
        <SignInEndedDialog isOpen={hasEnded} onSignIn={endSignIn} onLater={() => setHasEnded(false)} />
      </Permissions>
    );
  }
  return (
    <PageBody width="text">
      <PageMeta title="Admin Dashboard" />
      {me.data ? (
        <AccessDenied
          as="h1"
          description="This page is for the shop's staff. You are signed in with a customer's account."
          home="/"
        />
      ) : me.isError ? (
        <Notice
          tone="error"
          title="We could not check who is signed in"
          action={<Button onClick={() => me.refetch()}>Try again</Button>}
        >
          The shop did not answer. Check your connection and try again.
        </Notice>
      ) : (
        <LoadingForm label="Checking who is signed in" />
      )}
    </PageBody>
  );
}

function Search() {
  return <DashboardSearch places={placesFor(useMay())} />;
}

/** Leads to the login and back, so that nobody is left with a form that cannot be sent. */
function SignInEndedDialog(props: { isOpen: boolean; onSignIn(): void; onLater(): void }) {
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
