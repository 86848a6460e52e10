import { TabLink } from '#components/tables/tab-link.tsx';
import type { ComponentType, ReactNode } from 'react';
import { matchPath, Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { Button, LinkButton } from '#components/forms/button.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';
import { ErrorBoundary } from '#components/page/error-boundary.tsx';
import { Notice } from '#components/page/notice.tsx';
import { PromptSuspense } from '#components/page/prompt-suspense.tsx';
import { Loading, Skeleton } from '#components/page/skeleton.tsx';
import { useNoteStaffActivity } from '../lib/use-note-staff-activity.ts';
import { classNames } from '#components/page/class-names.ts';
import { lazyPart } from '#lib/loading/lazy-part.ts';
import { loadInBackground } from '#lib/loading/load-in-background.ts';
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

/** A page at a path below `/admin`, by the name of its export. */
const pageAt = <Name extends string>(
  path: string,
  name: Name,
  load: () => Promise<Record<Name, ComponentType>>,
) => ({ path, Page: lazyPart(name, load), load });

/** The first match wins. */
const pages = [
  pageAt('', 'OverviewTab', () => import('./overview/overview-tab.tsx')),
  pageAt('products', 'ProductsTab', () => import('./products/products-tab.tsx')),
  pageAt('products/new', 'NewProductPage', () => import('./products/new-product-page.tsx')),
  pageAt('products/spreadsheet', 'SpreadsheetPage', () => import('./products/spreadsheet-page.tsx')),
  pageAt('products/search', 'SearchWordsPage', () => import('./products/search-words-page.tsx')),
  pageAt('products/:id', 'EditProductPage', () => import('./products/edit-product-page.tsx')),
  pageAt('orders', 'OrdersTab', () => import('./orders/orders-tab.tsx')),
  pageAt('orders/holds', 'HoldsPage', () => import('./orders/holds-page.tsx')),
  pageAt('orders/:id', 'AdminOrderPage', () => import('./orders/order-page.tsx')),
  pageAt('transactions', 'TransactionsTab', () => import('./transactions/transactions-tab.tsx')),
  pageAt('transactions/settlement', 'SettlementPage', () => import('./transactions/settlement-page.tsx')),
  pageAt('messages', 'MessagesTab', () => import('./messages/messages-tab.tsx')),
  pageAt('messages/rules', 'MessageRulesPage', () => import('./messages/message-rules-page.tsx')),
  pageAt('people', 'PeopleTab', () => import('./people/people-tab.tsx')),
  pageAt('health', 'HealthTab', () => import('./health/health-tab.tsx')),
  pageAt('settings', 'SettingsTab', () => import('./settings/settings-tab.tsx')),
];

/** Fetches the code of the dashboard page at a path, while the state of the second factor is being fetched. */
export function fetchTabAt(pathname: string): void {
  const page = pages.find(({ path }) => matchPath(`/admin/${path}`, pathname));
  if (page) void loadInBackground<unknown>(page.load);
}
