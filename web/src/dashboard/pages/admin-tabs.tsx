import type { Permission } from '@contract/staff.ts';
import { type ReactNode, useState } from 'react';
import { Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { LinkButton } from '#components/forms/button.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';
import { ErrorBoundary } from '#components/page/error-boundary.tsx';
import { PageBody } from '#components/page/page-body.tsx';
import { PageMeta } from '#components/page/page-meta.tsx';
import { PromptSuspense } from '#components/page/prompt-suspense.tsx';
import { Loading, Skeleton } from '#components/page/skeleton.tsx';
import { lazyPart } from '#lib/loading/lazy-part.ts';
import { AccessDenied } from '../components/access-denied.tsx';
import { NotShown } from '../components/not-shown.tsx';
import { PagePermission, useMay } from '../lib/use-may.ts';
import { useNoteStaffActivity } from '../lib/use-note-staff-activity.ts';
import { DeskMenu, PagesBeside } from './desk-menu.tsx';
import styles from './desk-menu.module.css';
import { deskPages, permissionAt } from './desk-pages.ts';

/** The dashboard below its header: the menu beside one path and one code chunk per page. */
export function AdminTabs() {
  useNoteStaffActivity();
  return (
    <PagePermission value={permissionAt}>
      <Routes>
        <Route
          path="orders/pick-list"
          element={
            <Gate permission="orders.read">
              <PageBody className={styles.page}>
                <Suspended>
                  <PickListPage />
                </Suspended>
              </PageBody>
            </Gate>
          }
        />
        <Route element={<Desk />}>
          {deskPages.map(({ path, permission, title, Page }) => (
            <Route
              key={path}
              path={path}
              element={
                <Gate key={path} permission={permission} title={title}>
                  <Page />
                </Gate>
              }
            />
          ))}
          <Route path="*" element={<NoSuchPage />} />
        </Route>
      </Routes>
    </PagePermission>
  );
}

/** A page for those who have a permission. */
function Gate(props: { permission: Permission; title?: string | null; children: ReactNode }) {
  const { permission, title, children } = props;
  const may = useMay();
  // Asked once: who loses it in the middle of a form keeps what is typed, and is told when they save.
  const [isAllowed] = useState(() => may(permission));
  if (isAllowed) {
    return (
      <>
        {title ? <PageMeta title={`${title}, Admin Dashboard`} /> : null}
        {children}
      </>
    );
  }
  return (
    <>
      <PageMeta title="Access Denied, Admin Dashboard" />
      <AccessDenied description="Your role in the shop does not include this page." home="/admin" />
    </>
  );
}

function Desk() {
  const { pathname } = useLocation();
  return (
    <div className={styles.desk}>
      <DeskMenu />
      <PageBody className={styles.page}>
        {/* The menu says it to the eye. */}
        <h1 tabIndex={-1} className="visually-hidden">
          Admin Dashboard
        </h1>
        <PagesBeside />
        <Suspended>
          <ErrorBoundary key={pathname} fallback={<NotShown what="page" />}>
            <Outlet />
          </ErrorBoundary>
        </Suspended>
      </PageBody>
    </div>
  );
}

function Suspended({ children }: { children: ReactNode }) {
  return (
    <PromptSuspense
      fallback={
        <Loading label="Loading the page">
          <Skeleton shape="heading" width="third" />
          <Skeleton width="most" />
        </Loading>
      }
    >
      {children}
    </PromptSuspense>
  );
}

function NoSuchPage() {
  return (
    <>
      <PageMeta title="404 Page Not Found" />
      <EmptyState
        title="404 Page Not Found"
        description="The dashboard has nothing at this address."
        action={<LinkButton to="/admin">Go to the overview</LinkButton>}
      />
    </>
  );
}

const PickListPage = lazyPart<'PickListPage'>(
  'PickListPage',
  () => import('../features/orders/pick-list/pick-list.tsx'),
);
