import type { ReactNode } from 'react';
import { matchPath, Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { TabLink } from '../../components/tab-link.tsx';
import { Button, LinkButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorBoundary } from '../../components/error-boundary.tsx';
import { Notice } from '../../components/notice.tsx';
import { PromptSuspense } from '../../components/prompt-suspense.tsx';
import { Loading, Skeleton } from '../../components/skeleton.tsx';
import { useNoteStaffActivity } from '../lib/use-note-staff-activity.ts';
import { type LazyPart, lazyPart } from '../../lib/lazy-part.ts';
import { classNames } from '../../components/class-names.ts';
import styles from './admin-tabs.module.css';

/** The dashboard below its heading: one path and one code chunk per tab. */
export function AdminTabs() {
  useNoteStaffActivity();
  return (
    <Routes>
      <Route
        path="orders/:id/print"
        element={
          <Suspended>
            <PrintPage />
          </Suspended>
        }
      />
      <Route element={<Tabs />}>
        {pages.map(({ path, Page }) => (
          <Route key={path} path={path} element={<Page />} />
        ))}
        <Route path="*" element={<NoSuchTab />} />
      </Route>
    </Routes>
  );
}

const tabs = [
  { to: '/admin', label: 'Overview' },
  { to: '/admin/products', label: 'Products' },
  { to: '/admin/orders', label: 'Orders' },
  { to: '/admin/transactions', label: 'Transactions' },
  { to: '/admin/messages', label: 'Messages' },
  { to: '/admin/people', label: 'People' },
  { to: '/admin/health', label: 'Health' },
  { to: '/admin/settings', label: 'Settings' },
];

function Tabs() {
  const { pathname } = useLocation();
  return (
    <>
      <header className={classNames('stack gap-2', styles.head)}>
        <h1 tabIndex={-1} className={styles.title}>
          Admin Dashboard
        </h1>
        <nav aria-label="Dashboard">
          <ul className={classNames('flex wrap spread', styles.list)}>
            {tabs.map(({ to, label }) => (
              <li key={to}>
                <TabLink to={to} end={to === '/admin'}>
                  {label}
                </TabLink>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <Suspended>
        <ErrorBoundary key={pathname} fallback={<TabFailed />}>
          <Outlet />
        </ErrorBoundary>
      </Suspended>
    </>
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

function TabFailed() {
  return (
    <Notice
      tone="error"
      title="This page could not be shown"
      action={<Button onClick={() => window.location.reload()}>Reload the page</Button>}
    >
      The fault is on our side, or the connection was lost while loading. The other tabs still work.
    </Notice>
  );
}

function NoSuchTab() {
  return (
    <EmptyState
      title="There is no such page in the dashboard"
      action={<LinkButton to="/admin">Go to the overview</LinkButton>}
    />
  );
}

const PrintPage = lazyPart('PrintPage', () => import('./orders/print-page.tsx'));

/** Below `/admin`; the first match wins. */
const pages: readonly { path: string; Page: LazyPart<object> }[] = [
  { path: '', Page: lazyPart('OverviewTab', () => import('./overview/overview-tab.tsx')) },
  { path: 'products', Page: lazyPart('ProductsTab', () => import('./products/products-tab.tsx')) },
  { path: 'products/new', Page: lazyPart('NewProductPage', () => import('./products/new-product-page.tsx')) },
  {
    path: 'products/spreadsheet',
    Page: lazyPart('SpreadsheetPage', () => import('./products/spreadsheet-page.tsx')),
  },
  {
    path: 'products/search',
    Page: lazyPart('SearchWordsPage', () => import('./products/search-words-page.tsx')),
  },
  {
    path: 'products/:id',
    Page: lazyPart('EditProductPage', () => import('./products/edit-product-page.tsx')),
  },
  { path: 'orders', Page: lazyPart('OrdersTab', () => import('./orders/orders-tab.tsx')) },
  { path: 'orders/holds', Page: lazyPart('HoldsPage', () => import('./orders/holds-page.tsx')) },
  { path: 'orders/:id', Page: lazyPart('AdminOrderPage', () => import('./orders/order-page.tsx')) },
  {
    path: 'transactions',
    Page: lazyPart('TransactionsTab', () => import('./transactions/transactions-tab.tsx')),
  },
  {
    path: 'transactions/settlement',
    Page: lazyPart('SettlementPage', () => import('./transactions/settlement-page.tsx')),
  },
  { path: 'messages', Page: lazyPart('MessagesTab', () => import('./messages/messages-tab.tsx')) },
  {
    path: 'messages/rules',
    Page: lazyPart('MessageRulesPage', () => import('./messages/message-rules-page.tsx')),
  },
  { path: 'people', Page: lazyPart('PeopleTab', () => import('./people/people-tab.tsx')) },
  { path: 'health', Page: lazyPart('HealthTab', () => import('./health/health-tab.tsx')) },
  { path: 'settings', Page: lazyPart('SettingsTab', () => import('./settings/settings-tab.tsx')) },
];

/** Fetches the code of the dashboard page at a path, while the state of the second factor is being fetched. */
export function fetchTabAt(pathname: string): void {
  pages.find(({ path }) => matchPath(`/admin/${path}`, pathname))?.Page.fetch();
}
