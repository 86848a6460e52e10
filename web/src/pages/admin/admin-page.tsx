import { ShieldAlert } from 'lucide-react';
import { Navigate } from 'react-router-dom';
import { Button, LinkButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageBody } from '../../components/page-body.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { PageMeta } from '../../components/page-meta.tsx';
import { Loading, Skeleton } from '../../components/skeleton.tsx';
import { useMe } from '../../features/account/account-queries.ts';
import { useWayOut } from '../../features/account/use-way-out.ts';

/** `/admin`: visitors go to the login, customers are told that this is not for them. The server decides anyway. */
export function AdminPage() {
  const me = useMe();
  const wayOut = useWayOut(me.data);
  if (wayOut) return <Navigate to={wayOut} replace />;
  return (
    <PageBody width="text">
      <PageMeta title="Admin Dashboard" />
      {me.data ? (
        me.data.role === 'admin' ? (
          <AdminWelcome />
        ) : (
          <AccessDenied />
        )
      ) : me.isError ? (
        <Notice
          tone="error"
          title="We could not check who is signed in"
          action={<Button onClick={() => me.refetch()}>Try again</Button>}
        >
          The shop did not answer. Check your line and try again.
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

function AdminWelcome() {
  return (
    <>
      <PageHeading title="Admin Dashboard" />
      <Notice tone="info" announce="none" title="Products and orders are managed in Supabase for now">
        Until the screens for them arrive here, open the project in Supabase&apos;s dashboard and use its
        Table Editor: the tables are products, orders, order items and transactions. What you change there is
        what the shop shows.
      </Notice>
    </>
  );
}
