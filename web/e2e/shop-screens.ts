import { defaultShopDetails } from '../../supabase/functions/_shared/contract/shop-details.ts';
import { accountScreens } from './account-screens.ts';
import { customerScreens } from './admin-customers-scene.ts';
import { healthScreens } from './admin-health-screens.ts';
import { messageScreens } from './admin-messages-screens.ts';
import { adminOrderScreens } from './admin-orders-screens.ts';
import { overviewScreens } from './admin-overview-screens.ts';
import { pictureScreens } from './admin-pictures-scene.ts';
import { productScreens } from './admin-products-scene.ts';
import { spreadsheetScreens } from './admin-spreadsheet-scene.ts';
import { transactionScreens } from './admin-transactions-screens.ts';
import { catalogueScreens } from './catalogue-screens.ts';
import { checkoutScreens } from './checkout-screens.ts';
import { frameScreens } from './frame-screens.ts';
import { orderPageScreens } from './order-page-screens.ts';
import { orderScreens } from './order-screens.ts';
import { productPageScreens } from './product-page-screens.ts';
import { notFound, type Screen, visit } from './screen.ts';
import { secondFactorScreens } from './second-factor-screens.ts';
import { db } from './shop-database.ts';
import { mockResponse, placeOrder, signIn } from './shop-states.ts';

/** Every screen of the storefront, in every state. */
export const shopperScreens: readonly Screen[] = [
  ...catalogueScreens,
  ...productPageScreens,
  ...frameScreens,
  ...checkoutScreens,
  ...orderPageScreens,
  ...orderScreens,
  ...accountScreens,
  {
    name: 'announcement',
    show: async (page) => {
      const announcement = 'Closed from 24 December to 2 January; orders leave on 3 January.';
      const details = { ...defaultShopDetails, announcement, whatsapp: '+254700000000' };
      await mockResponse(page, '/api/shop-details', 200, details);
      await page.goto('/product/pqwt-tc300');
      await page.getByText(announcement).waitFor();
    },
  },
  {
    name: 'access-denied',
    show: async (page) => {
      await signIn(page, 'customer');
      await visit(page, '/admin', 'Access Denied');
    },
  },
  { name: 'shipping-info', show: (page) => visit(page, '/shipping-info', 'Shipping Information') },
  { name: 'returns', show: (page) => visit(page, '/returns', 'Returns & Refunds') },
  { name: 'warranty', show: (page) => visit(page, '/warranty', 'Warranty') },
  { name: 'terms', show: (page) => visit(page, '/terms', 'Terms of Sale') },
  { name: 'privacy', show: (page) => visit(page, '/privacy', 'Privacy') },
  {
    name: 'not-found',
    expected: notFound,
    show: (page) => visit(page, '/nothing/here', '404 Page Not Found'),
  },
];

/** Every screen of the dashboard, in every state. */
export const staffScreens: readonly Screen[] = [
  {
    name: 'admin',
    show: async (page) => {
      await signIn(page, 'admin');
      await visit(page, '/admin', 'Admin Dashboard');
    },
  },
  ...secondFactorScreens,
  ...adminOrderScreens,
  ...customerScreens,
  ...productScreens,
  ...pictureScreens,
  ...spreadsheetScreens,
  ...transactionScreens,
  ...messageScreens,
  {
    name: 'admin-settings',
    show: async (page) => {
      await signIn(page, 'admin');
      await page.goto('/admin/settings');
      await page.getByLabel('Minutes that items are held for payment').waitFor();
    },
  },
  {
    name: 'admin-shop-details',
    show: async (page) => {
      await signIn(page, 'admin');
      await page.goto('/admin/settings/shop');
      await page.getByLabel('Name of the shop').waitFor();
    },
  },
  {
    name: 'admin-texts',
    show: async (page) => {
      await signIn(page, 'admin');
      await page.goto('/admin/settings/texts?page=returns');
      await page.frameLocator('iframe').getByRole('heading', { name: 'Return window' }).waitFor();
    },
  },
  {
    name: 'admin-holds',
    show: async (page) => {
      await placeOrder(page);
      await signIn(page, 'admin');
      await page.goto('/admin');
      await page.getByRole('button', { name: 'Let go' }).waitFor();
    },
  },
  {
    name: 'admin-stock-take',
    show: async (page) => {
      await signIn(page, 'admin');
      await page.goto('/admin/products/stock');
      await page.getByLabel('What happened').selectOption('Stock-take');
      for (const name of ['US5000', 'Terrameter']) {
        await page.getByLabel('Find a product').fill(name);
        const found = page.getByRole('list', { name: 'Found products' }).getByRole('button');
        await found.filter({ hasText: name }).first().click();
        await page.getByLabel('Counted').first().fill('4');
      }
      await page.getByText(/^2 products, /).waitFor();
    },
  },
  {
    name: 'admin-search-words',
    show: async (page) => {
      await db()`insert into private.search_misses (query, times) values ('fridge', 12), ('generator 20kva', 1)
        on conflict do nothing`;
      await signIn(page, 'admin');
      await page.goto('/admin/products#not-found');
      await page.getByRole('link', { name: 'fridge' }).waitFor();
    },
  },
  ...overviewScreens,
  ...healthScreens,
];

/** All of them. */
export const screens: readonly Screen[] = [...shopperScreens, ...staffScreens];
