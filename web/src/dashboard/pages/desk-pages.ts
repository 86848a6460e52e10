import type { Permission } from '@contract/staff.ts';
import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import { lazyPart } from '#lib/loading/lazy-part.ts';
import { loadInBackground } from '#lib/loading/load-in-background.ts';

/**
 * A page at a path below `/admin` for those who have a permission, by the name of its export. Its title is that of the
 * document; the page of a product or an order names it itself.
 */
const pageAt = <Path extends string, Name extends string>(
  path: Path,
  permission: Permission,
  title: string | null,
  name: Name,
  load: () => Promise<Record<Name, ComponentType>>,
) => ({ path, permission, title, Page: lazyPart(name, load), load });

/** Every page of the dashboard; the first match wins. */
export const deskPages = [
  pageAt('', 'dashboard', 'Overview', 'OverviewTab', () => import('../features/overview/overview.tsx')),
  pageAt(
    'products',
    'products.read',
    'Products',
    'ProductsTable',
    () => import('../features/products/list/products-table.tsx'),
  ),
  pageAt(
    'products/new',
    'products.write',
    'Add Product',
    'NewProductPage',
    () => import('../features/products/new-product.tsx'),
  ),
  pageAt(
    'products/spreadsheet',
    'products.write',
    'Lists',
    'SpreadsheetPage',
    () => import('./products/spreadsheet-page.tsx'),
  ),
  pageAt(
    'products/stock',
    'stock.write',
    'Stock',
    'StockPage',
    () => import('../features/stock/stock-entry.tsx'),
  ),
  pageAt(
    'products/:id',
    'products.write',
    null,
    'EditProductPage',
    () => import('./products/edit-product-page.tsx'),
  ),
  pageAt(
    'orders',
    'orders.read',
    'Orders',
    'OrdersTable',
    () => import('../features/orders/table/orders-table.tsx'),
  ),
  pageAt(
    'orders/quotations',
    'orders.read',
    'Quotations',
    'QuotationsTable',
    () => import('../features/orders/quotations/quotations-table.tsx'),
  ),
  pageAt(
    'orders/quotations/new',
    'orders.write',
    'New Quotation',
    'NewQuotationPage',
    () => import('./orders/new-order-page.tsx'),
  ),
  pageAt(
    'orders/quotations/:id',
    'orders.read',
    'Quotation',
    'EditQuotationPage',
    () => import('./orders/edit-quotation-page.tsx'),
  ),
  pageAt(
    'orders/new',
    'orders.write',
    'New Order',
    'NewOrderPage',
    () => import('./orders/new-order-page.tsx'),
  ),
  pageAt(
    'orders/:id/change',
    'orders.write',
    null,
    'ChangeOrderPage',
    () => import('./orders/change-order-page.tsx'),
  ),
  pageAt('orders/:id', 'orders.read', null, 'AdminOrderPage', () => import('./orders/order-page.tsx')),
  pageAt(
    'transactions',
    'payments.read',
    'Transactions',
    'TransactionsTab',
    () => import('./transactions/transactions-tab.tsx'),
  ),
  pageAt(
    'transactions/settlement',
    'statements',
    'Statements',
    'StatementsPage',
    () => import('./transactions/statements-page.tsx'),
  ),
  pageAt(
    'customers',
    'customers.read',
    'Customers',
    'CustomersTable',
    () => import('../features/customers/customers-table.tsx'),
  ),
  pageAt(
    'customers/recall',
    'customers.read',
    'Recall',
    'RecallTable',
    () => import('../features/customers/recall-table.tsx'),
  ),
  pageAt(
    'customers/owed',
    'payments.read',
    'Who Owes Us',
    'DebtorsTable',
    () => import('../features/customers/debtors-table.tsx'),
  ),
  pageAt(
    'customers/:id/statement',
    'payments.read',
    'Statement of Account',
    'StatementPage',
    () => import('./customers/statement-page.tsx'),
  ),
  pageAt(
    'customers/:id',
    'customers.read',
    'Customer',
    'CustomerPage',
    () => import('./customers/customer-page.tsx'),
  ),
  pageAt('reports', 'reports', 'Report', 'ReportPage', () => import('./reports/report-page.tsx')),
  pageAt(
    'messages',
    'messages',
    'Messages',
    'MessagesTab',
    () => import('../features/messages/messages-list.tsx'),
  ),
  pageAt(
    'messages/rules',
    'settings',
    'Notifications',
    'MessageRulesPage',
    () => import('./messages/message-rules-page.tsx'),
  ),
  pageAt('people', 'people', 'People', 'PeopleTab', () => import('../features/people/people-table.tsx')),
  pageAt('health', 'settings', 'Health', 'HealthList', () => import('../features/health/health-list.tsx')),
  pageAt(
    'settings/shop',
    'settings',
    'Shop Details',
    'ShopDetailsPage',
    () => import('./settings/shop-details-page.tsx'),
  ),
  pageAt('settings/texts', 'settings', 'Texts', 'TextsPage', () => import('./settings/texts-page.tsx')),
  pageAt(
    'settings/delivery',
    'settings',
    'Delivery',
    'DeliveryPage',
    () => import('./settings/delivery-page.tsx'),
  ),
  pageAt(
    'settings/holidays',
    'settings',
    'Bank Holidays',
    'HolidaysPage',
    () => import('../features/settings/bank-holidays.tsx'),
  ),
  pageAt('settings', 'settings', 'Settings', 'SettingsTab', () => import('./settings/settings-tab.tsx')),
];

const pageOf = (pathname: string) => deskPages.find(({ path }) => matchPath(`/admin/${path}`, pathname));

/** What the page at an address needs. */
export const permissionAt = (address: string): Permission =>
  pageOf(address.replace(/[?#].*/, ''))?.permission ?? 'dashboard';

/** Fetches the code of the dashboard page at a path, while the state of the second factor is being fetched. */
export function fetchPageAt(pathname: string): void {
  const page = pageOf(pathname);
  if (page) void loadInBackground<unknown>(page.load);
}
