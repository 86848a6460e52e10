import type { Permission } from '@contract/staff.ts';
import { TabLink } from '#components/tables/tab-link.tsx';
import { Ellipsis } from 'lucide-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { matchPath, NavLink, Outlet, Route, Routes, useLocation } from 'react-router-dom';
import { Button, LinkButton } from '#components/forms/button.tsx';
import { Disclosure } from '#components/overlays/disclosure.tsx';
import { EmptyState } from '#components/page/empty-state.tsx';
import { ErrorBoundary } from '#components/page/error-boundary.tsx';
import { Notice } from '#components/page/notice.tsx';
import { PageMeta } from '#components/page/page-meta.tsx';
import { PromptSuspense } from '#components/page/prompt-suspense.tsx';
import { Loading, Skeleton } from '#components/page/skeleton.tsx';
import { AccessDenied } from '../components/access-denied.tsx';
import { useMay } from '../lib/use-may.ts';
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
        path="orders/pick-list"
        element={
          <Gate permission="orders.read">
            <Suspended>
              <PickListPage />
            </Suspended>
          </Gate>
        }
      />
      <Route element={<Tabs />}>
        {pages.map(({ path, permission, Page }) => (
          <Route
            key={path}
            path={path}
            element={
              <Gate key={path} permission={permission} title={titles[path]}>
                <Page />
              </Gate>
            }
          />
        ))}
        <Route path="*" element={<NoSuchTab />} />
      </Route>
    </Routes>
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

const tabs = [
  { to: '/admin', label: 'Overview' },
  { to: '/admin/products', label: 'Products' },
  { to: '/admin/orders', label: 'Orders' },
  { to: '/admin/transactions', label: 'Transactions' },
];

/** Beside the four tabs of the specification. */
const furtherTabs = [
  { to: '/admin/customers', label: 'Customers' },
  { to: '/admin/reports', label: 'Report' },
  { to: '/admin/people', label: 'People' },
  { to: '/admin/messages', label: 'Messages' },
  { to: '/admin/settings', label: 'Settings' },
  { to: '/admin/health', label: 'Health' },
];

function Tabs() {
  const { pathname } = useLocation();
  const may = useMay();
  const isPermitted = ({ to }: { to: string }) => may(permissionAt(to));
  const further = furtherTabs.filter(isPermitted);
  const open = further.find(({ to }) => pathname.startsWith(to));
  return (
    <>
      <header className={classNames('stack gap-2', styles.head)}>
        <h1 tabIndex={-1} className={styles.title}>
          Admin Dashboard
        </h1>
        <nav aria-label="Dashboard">
          <ul className={classNames('flex spread', styles.list)}>
            {tabs.filter(isPermitted).map(({ to, label }) => (
              <li key={to}>
                <TabLink to={to} end={to === '/admin'}>
                  {label}
                </TabLink>
              </li>
            ))}
            {further.length > 0 ? (
              <li>
                <Disclosure
                  key={pathname}
                  icon={<Ellipsis />}
                  name={<span>{open?.label ?? 'More'}</span>}
                  className={classNames(styles.more, open && styles.open)}
                >
                  {() =>
                    further.map(({ to, label }) => (
                      <NavLink key={to} to={to} className="row target pad-row ink plain-link">
                        {label}
                      </NavLink>
                    ))
                  }
                </Disclosure>
              </li>
            ) : null}
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
  const { pathname } = useLocation();
  return (
    <>
      <PageMeta title="404 Page Not Found" />
      <EmptyState
        title="404 Page Not Found"
        description="The dashboard has nothing at this address."
        action={<LinkButton to="/admin">Go to the overview</LinkButton>}
      />
      <p className="code text-center quiet breaks">
        Did you forget to add the page to the router? No route matches <code>{pathname}</code>.
      </p>
    </>
  );
}

const PickListPage = lazyPart('PickListPage', () => import('./orders/pick-list-page.tsx'));

/** A page at a path below `/admin` for those who have a permission, by the name of its export. */
const pageAt = <Path extends string, Name extends string>(
  path: Path,
  permission: Permission,
  name: Name,
  load: () => Promise<Record<Name, ComponentType>>,
) => ({ path, permission, Page: lazyPart(name, load), load });

/** The first match wins. */
const pages = [
  pageAt('', 'dashboard', 'OverviewTab', () => import('./overview/overview-tab.tsx')),
  pageAt('products', 'products.read', 'ProductsTab', () => import('./products/products-tab.tsx')),
  pageAt('products/new', 'products.write', 'NewProductPage', () => import('./products/new-product-page.tsx')),
  pageAt(
    'products/spreadsheet',
    'products.write',
    'SpreadsheetPage',
    () => import('./products/spreadsheet-page.tsx'),
  ),
  pageAt(
    'products/search',
    'products.write',
    'SearchWordsPage',
    () => import('./products/search-words-page.tsx'),
  ),
  pageAt('products/stock', 'stock.write', 'StockPage', () => import('./products/stock-page.tsx')),
  pageAt(
    'products/:id',
    'products.write',
    'EditProductPage',
    () => import('./products/edit-product-page.tsx'),
  ),
  pageAt('orders', 'orders.read', 'OrdersTable', () => import('../features/orders/table/orders-table.tsx')),
  pageAt('orders/holds', 'orders.read', 'HoldsPage', () => import('./orders/holds-page.tsx')),
  pageAt('orders/quotations', 'orders.read', 'QuotationsPage', () => import('./orders/quotations-page.tsx')),
  pageAt(
    'orders/quotations/:id',
    'orders.read',
    'EditQuotationPage',
    () => import('./orders/edit-quotation-page.tsx'),
  ),
  pageAt('orders/new', 'orders.write', 'NewOrderPage', () => import('./orders/new-order-page.tsx')),
  pageAt(
    'orders/:id/change',
    'orders.write',
    'ChangeOrderPage',
    () => import('./orders/change-order-page.tsx'),
  ),
  pageAt('orders/:id', 'orders.read', 'AdminOrderPage', () => import('./orders/order-page.tsx')),
  pageAt(
    'transactions',
    'payments.read',
    'TransactionsTab',
    () => import('./transactions/transactions-tab.tsx'),
  ),
  pageAt(
    'transactions/settlement',
    'statements',
    'StatementsPage',
    () => import('./transactions/statements-page.tsx'),
  ),
  pageAt(
    'customers',
    'customers.read',
    'CustomersTable',
    () => import('../features/customers/customers-table.tsx'),
  ),
  pageAt(
    'customers/recall',
    'customers.read',
    'RecallTable',
    () => import('../features/customers/recall-table.tsx'),
  ),
  pageAt(
    'customers/owed',
    'payments.read',
    'DebtorsTable',
    () => import('../features/customers/debtors-table.tsx'),
  ),
  pageAt(
    'customers/:id/statement',
    'payments.read',
    'StatementPage',
    () => import('./customers/statement-page.tsx'),
  ),
  pageAt('customers/:id', 'customers.read', 'CustomerPage', () => import('./customers/customer-page.tsx')),
  pageAt('reports', 'reports', 'ReportPage', () => import('./reports/report-page.tsx')),
  pageAt('messages', 'messages', 'MessagesTab', () => import('./messages/messages-tab.tsx')),
  pageAt('messages/rules', 'settings', 'MessageRulesPage', () => import('./messages/message-rules-page.tsx')),
  pageAt('people', 'people', 'PeopleTab', () => import('./people/people-tab.tsx')),
  pageAt('health', 'settings', 'HealthList', () => import('../features/health/health-list.tsx')),
  pageAt('settings/shop', 'settings', 'ShopDetailsPage', () => import('./settings/shop-details-page.tsx')),
  pageAt('settings/texts', 'settings', 'TextsPage', () => import('./settings/texts-page.tsx')),
  pageAt('settings/delivery', 'settings', 'DeliveryPage', () => import('./settings/delivery-page.tsx')),
  pageAt('settings/holidays', 'settings', 'HolidaysPage', () => import('./settings/holidays-page.tsx')),
  pageAt('settings', 'settings', 'SettingsTab', () => import('./settings/settings-tab.tsx')),
];

/** What the document of each page is called; the page of a product or an order names it itself. */
const titles: Record<(typeof pages)[number]['path'], string | null> = {
  '': 'Overview',
  products: 'Products',
  'products/new': 'Add Product',
  'products/spreadsheet': 'Spreadsheet',
  'products/search': 'Search',
  'products/stock': 'Stock',
  'products/:id': null,
  orders: 'Orders',
  'orders/holds': 'Reserved for Buyers Who Are Paying',
  'orders/quotations': 'Quotations',
  'orders/quotations/:id': 'Quotation',
  'orders/new': 'New Order',
  'orders/:id/change': null,
  'orders/:id': null,
  transactions: 'Transactions',
  'transactions/settlement': 'Statements',
  customers: 'Customers',
  'customers/recall': 'Recall',
  'customers/owed': 'Who Owes Us',
  'customers/:id/statement': 'Statement of Account',
  'customers/:id': 'Customer',
  reports: 'Report',
  messages: 'Messages',
  'messages/rules': 'Who Gets What',
  people: 'People',
  health: 'Health',
  'settings/shop': 'Shop Details',
  'settings/texts': 'Texts',
  'settings/delivery': 'Delivery',
  'settings/holidays': 'Bank Holidays',
  settings: 'Settings',
};

const pageOf = (pathname: string) => pages.find(({ path }) => matchPath(`/admin/${path}`, pathname));

/** What the page of a tab needs. */
const permissionAt = (tab: string): Permission => pageOf(tab)?.permission ?? 'dashboard';

/** Fetches the code of the dashboard page at a path, while the state of the second factor is being fetched. */
export function fetchTabAt(pathname: string): void {
  const page = pageOf(pathname);
  if (page) void loadInBackground<unknown>(page.load);
}
