import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { NavLink } from '../../components/link.tsx';
import { Button, LinkButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorBoundary } from '../../components/error-boundary.tsx';
import { Notice } from '../../components/notice.tsx';
import { Loading, Skeleton } from '../../components/skeleton.tsx';
import { useNoteStaffActivity } from '../lib/use-note-staff-activity.ts';
import styles from './admin-tabs.module.css';

/** The dashboard below its heading: one address and one file of code for each tab. */
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
        <Route index element={<OverviewTab />} />
        <Route path="products" element={<ProductsTab />} />
        <Route path="products/new" element={<NewProductPage />} />
        <Route path="products/spreadsheet" element={<SpreadsheetPage />} />
        <Route path="products/search" element={<SearchWordsPage />} />
        <Route path="products/:id" element={<EditProductPage />} />
        <Route path="orders" element={<OrdersTab />} />
        <Route path="orders/holds" element={<HoldsPage />} />
        <Route path="orders/:id" element={<AdminOrderPage />} />
        <Route path="transactions" element={<TransactionsTab />} />
        <Route path="transactions/settlement" element={<SettlementPage />} />
        <Route path="messages" element={<MessagesTab />} />
        <Route path="messages/rules" element={<MessageRulesPage />} />
        <Route path="people" element={<PeopleTab />} />
        <Route path="health" element={<HealthTab />} />
        <Route path="settings" element={<SettingsTab />} />
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
      <header className={styles.head}>
        <h1 tabIndex={-1} className={styles.title}>
          Admin Dashboard
        </h1>
        <nav aria-label="Dashboard">
          <ul className={styles.list}>
            {tabs.map(({ to, label }) => (
              <li key={to}>
                <NavLink to={to} end={to === '/admin'} className={styles.tab}>
                  {label}
                </NavLink>
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
    <Suspense
      fallback={
        <Loading label="Loading the page">
          <Skeleton shape="heading" width="third" />
          <Skeleton width="most" />
        </Loading>
      }
    >
      {children}
    </Suspense>
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

/** A page that is loaded when it is opened, by the name that its file exports. */
function page<Name extends string>(name: Name, load: () => Promise<Record<Name, ComponentType>>) {
  return lazy(async () => ({ default: (await load())[name] as ComponentType }));
}

const OverviewTab = page('OverviewTab', () => import('./overview/overview-tab.tsx'));
const ProductsTab = page('ProductsTab', () => import('./products/products-tab.tsx'));
const NewProductPage = page('NewProductPage', () => import('./products/new-product-page.tsx'));
const EditProductPage = page('EditProductPage', () => import('./products/edit-product-page.tsx'));
const SpreadsheetPage = page('SpreadsheetPage', () => import('./products/spreadsheet-page.tsx'));
const SearchWordsPage = page('SearchWordsPage', () => import('./products/search-words-page.tsx'));
const OrdersTab = page('OrdersTab', () => import('./orders/orders-tab.tsx'));
const HoldsPage = page('HoldsPage', () => import('./orders/holds-page.tsx'));
const AdminOrderPage = page('AdminOrderPage', () => import('./orders/order-page.tsx'));
const PrintPage = page('PrintPage', () => import('./orders/print-page.tsx'));
const TransactionsTab = page('TransactionsTab', () => import('./transactions/transactions-tab.tsx'));
const SettlementPage = page('SettlementPage', () => import('./transactions/settlement-page.tsx'));
const MessagesTab = page('MessagesTab', () => import('./messages/messages-tab.tsx'));
const MessageRulesPage = page('MessageRulesPage', () => import('./messages/message-rules-page.tsx'));
const PeopleTab = page('PeopleTab', () => import('./people/people-tab.tsx'));
const HealthTab = page('HealthTab', () => import('./health/health-tab.tsx'));
const SettingsTab = page('SettingsTab', () => import('./settings/settings-tab.tsx'));
