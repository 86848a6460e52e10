import type { Page } from 'playwright-core';
import { fillInDetails } from './buyer.ts';
import { visit, type Screen } from './screen.ts';
import { mockResponse, fillCart, productsOnSale, withCart, openList, withOpenOrders } from './shop-states.ts';

/** The checkout. */
export const checkoutScreens: readonly Screen[] = [
  { name: 'checkout-empty', show: (page) => visit(page, '/checkout', 'Your cart is empty') },
  {
    name: 'checkout',
    show: async (page) => {
      await withCart(page);
      await visit(page, '/checkout', 'Checkout');
    },
  },
  {
    name: 'checkout-county',
    show: async (page) => {
      await withCart(page);
      await visit(page, '/checkout', 'Checkout');
      await page.getByLabel('Delivery County (optional)').fill('Kisumu');
      await page.getByText('Delivery is not included').waitFor();
      const fold = page.locator('summary', { hasText: 'Order Summary' });
      if (await fold.isVisible()) await fold.click();
      await page.getByText('Delivery to Kisumu').first().waitFor();
    },
  },
  {
    name: 'checkout-delivery-price',
    show: async (page) => {
      await withCart(page);
      await mockResponse(page, '/api/delivery/quote?*', 200, {
        county: '042',
        countyName: 'Kisumu',
        zone: 'city',
        promise: '2-3 business days',
        by: '2026-12-03',
        after: null,
        isPromised: false,
        low: 1500,
        high: 3000,
        freeBecause: null,
        price: 2500,
      });
      await visit(page, '/checkout', 'Checkout');
      await page.getByLabel('Delivery County (optional)').fill('Kisumu');
      await page.getByText('With KES').waitFor();
      const fold = page.locator('summary', { hasText: 'Order Summary' });
      if (await fold.isVisible()) await fold.click();
    },
  },
  {
    name: 'checkout-open-orders',
    show: async (page) => {
      await withCart(page);
      await withOpenOrders(page);
      await visit(page, '/checkout', 'Checkout');
      await openList(page);
    },
  },
  {
    name: 'checkout-offline',
    expected: [/ERR_INTERNET_DISCONNECTED/],
    show: async (page) => {
      await withCart(page);
      await visit(page, '/checkout', 'Checkout');
      await fillInDetails(page);
      await page.context().setOffline(true);
      await page.getByRole('button', { name: 'pay via Card' }).click();
      await page.getByText('Ordering needs a connection.').waitFor();
      // Other screens are checked in the same browser.
      await page.getByLabel('First Name', { exact: true }).fill('Achieng');
      await page.context().setOffline(false);
      await page.getByRole('button', { name: 'Send the order now' }).waitFor();
    },
  },
  {
    name: 'checkout-errors',
    isOverlay: true,
    show: async (page) => {
      await withCart(page);
      await visit(page, '/checkout', 'Checkout');
      await page.getByRole('button', { name: 'pay via Card' }).click();
      await page.getByText('Missing Information').waitFor();
    },
  },
  {
    name: 'checkout-twelve-lines',
    show: async (page) => {
      await openTwelveLines(page);
      const fold = page.locator('summary', { hasText: 'Order Summary' });
      if (await fold.isVisible()) await fold.click();
    },
  },
];

/** The checkout with twelve different products. */
export async function openTwelveLines(page: Page): Promise<void> {
  const products = (await productsOnSale(page)).filter(({ stock }) => stock > 0).slice(0, 12);
  await fillCart(
    page,
    products.map((product) => [product, 1]),
  );
  await visit(page, '/checkout', 'Checkout');
}
