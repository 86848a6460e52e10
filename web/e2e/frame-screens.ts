import { visit, type Screen } from './screen.ts';
import { signIn, withCart, openList, withOpenOrders } from './shop-states.ts';

/** Overlays of any page: the cart drawer, the menus, a toast. */
export const frameScreens: readonly Screen[] = [
  {
    name: 'cart-empty',
    isOverlay: true,
    show: async (page) => {
      await visit(page, '/returns', 'Returns & Refunds');
      await page.getByRole('button', { name: 'Cart' }).click();
      await page.getByText('Your cart is empty').waitFor();
    },
  },
  {
    name: 'cart-filled',
    isOverlay: true,
    show: async (page) => {
      await withCart(page);
      await visit(page, '/returns', 'Returns & Refunds');
      await page.getByRole('button', { name: /^Cart/ }).click();
      await page.getByText('Proceed to Checkout').waitFor();
    },
  },
  {
    name: 'cart-open-orders',
    isOverlay: true,
    show: async (page) => {
      await withCart(page);
      await withOpenOrders(page);
      await visit(page, '/returns', 'Returns & Refunds');
      await page.getByRole('button', { name: /^Cart/ }).click();
      await openList(page);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Cancel order/ })
        .click();
    },
  },
  {
    name: 'mobile-menu',
    only: 'phone',
    isOverlay: true,
    show: async (page) => {
      await visit(page, '/warranty', 'Warranty');
      await page.getByRole('button', { name: 'Open menu' }).click();
      await page.getByRole('dialog', { name: 'Menu' }).waitFor();
    },
  },
  {
    name: 'user-menu',
    only: 'desktop',
    isOverlay: true,
    show: async (page) => {
      await signIn(page, 'admin');
      await visit(page, '/warranty', 'Warranty');
      await page.getByRole('button', { name: 'Wanjiru Kamau' }).click();
      await page.getByText('Admin Dashboard').waitFor();
    },
  },
  {
    name: 'toast',
    isOverlay: true,
    show: async (page) => {
      await visit(page, '/category/converters', 'DC Converters', 'article');
      await page
        .getByRole('button', { name: /^Add to Cart/ })
        .first()
        .click();
      await page.getByText('Added to cart').waitFor();
    },
  },
];
