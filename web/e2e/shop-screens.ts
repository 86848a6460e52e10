import type { Page } from 'playwright-core';
import type { Order, OrderStatus } from '../../supabase/functions/_shared/contract/orders.ts';
import {
  loseConnection,
  failedThenPaidOrder,
  holdBackQuestion,
  orderOfGuest,
  ownerElsewhere,
  advanceElsewhere,
  paidOrderOfGuest,
} from './admin-orders-scene.ts';
import { fillInDetails } from './buyer.ts';
import { overviewScreens } from './admin-overview-screens.ts';
import { orderPageScreens } from './order-page-screens.ts';
import { pictureScreens } from './admin-pictures-scene.ts';
import { productScreens } from './admin-products-scene.ts';
import { spreadsheetScreens } from './admin-spreadsheet-scene.ts';
import { transactionScreens } from './admin-transactions-screens.ts';
import {
  answerInstead,
  fillCart,
  hasOrderedHere,
  holdBack,
  pay,
  placeOrder,
  productsOnSale,
  signIn,
  signInAnew,
  undecidedCard,
} from './shop-states.ts';

/** One screen of the shop in one state, for whoever wants to see all of them. */
export type Screen = {
  /** Also the name of its picture. */
  name: string;
  /** Brings a fresh visitor's page there and waits until there is something to see. */
  show(page: Page): Promise<unknown>;
  /** Exists at this size alone. */
  only?: 'phone' | 'desk';
  /** Lies over the page: seen as far as the window goes. */
  isOverlay?: boolean;
  /** Complaints of the browser that belong to this state. */
  expected?: readonly RegExp[];
};

const broken = { code: 'internal', message: 'Something went wrong on our side.' };
const serverError = [/status of 500/];
const notFound = [/status of 404/];

export const screens: readonly Screen[] = [
  { name: 'home', show: (page) => visit(page, '/', 'Featured Products', 'article') },
  {
    name: 'home-loading',
    show: async (page) => {
      await holdBack(page, '/api/products');
      await visit(page, '/', 'Featured Products');
    },
  },
  {
    name: 'home-error',
    expected: serverError,
    show: async (page) => {
      await answerInstead(page, '/api/products', 500, broken);
      await visit(page, '/', 'Featured Products', '[role=alert]');
    },
  },
  {
    name: 'home-no-products',
    show: async (page) => {
      await answerInstead(page, '/api/products', 200, []);
      await visit(page, '/', 'Featured Products');
      await page.getByText('No products available').waitFor();
    },
  },
  {
    name: 'home-open-orders',
    show: async (page) => {
      await withOpenOrders(page);
      await visit(page, '/', 'Featured Products', 'text=is waiting for the bank');
    },
  },
  { name: 'category-grid', show: (page) => visit(page, '/category/solar', 'Solar Systems', 'article') },
  {
    name: 'category-list',
    show: (page) => visit(page, '/category/batteries?view=list&sort=rating', 'Batteries', 'article'),
  },
  {
    name: 'category-loading',
    show: async (page) => {
      await holdBack(page, '/api/products/category/*');
      await visit(page, '/category/gps', 'GPS Equipment');
    },
  },
  {
    name: 'category-error',
    expected: serverError,
    show: async (page) => {
      await answerInstead(page, '/api/products/category/*', 500, broken);
      await visit(page, '/category/gps', 'GPS Equipment', '[role=alert]');
    },
  },
  {
    name: 'category-unknown',
    show: async (page) => {
      await visit(page, '/category/drones', 'Products');
      await page.getByText('No products found').waitFor();
    },
  },
  { name: 'category-missing', show: (page) => visit(page, '/category', 'Category not found') },
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
    only: 'desk',
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
  { name: 'checkout-empty', show: (page) => visit(page, '/checkout', 'Your cart is empty') },
  {
    name: 'checkout',
    show: async (page) => {
      await withCart(page);
      await visit(page, '/checkout', 'Checkout');
    },
  },
  {
    name: 'checkout-open-orders',
    show: async (page) => {
      await withCart(page);
      await withOpenOrders(page);
      await visit(page, '/checkout', 'Checkout', 'text=is waiting for the bank');
    },
  },
  {
    name: 'checkout-similar-order',
    isOverlay: true,
    expected: [/status of 409/],
    show: async (page) => {
      await hasOrderedHere(page);
      const { order } = await placeOrder(page);
      const products = await productsOnSale(page);
      const product = products.find(({ id }) => id === order.items[0]?.productId);
      await fillCart(page, product ? [[product, 1]] : []);
      await visit(page, '/checkout', 'Checkout');
      await fillInDetails(page);
      await page.getByRole('button', { name: 'pay via Card' }).click();
      await page.getByRole('dialog', { name: 'Continue or replace?' }).waitFor();
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
      const fold = page.locator('details summary');
      if (await fold.isVisible()) await fold.click();
    },
  },
  {
    name: 'short-link-wrong',
    expected: [/status of 404/],
    show: (page) => visit(page, '/o/1A2B3C4D#abcdefghijklmnopqrstuv', 'This link opens no order'),
  },
  {
    name: 'order-confirmation-unpaid',
    show: async (page) => {
      const { order } = await placeOrder(page);
      await visit(page, `/order-confirmation/${order.id}`, 'Order Confirmation');
      await page.getByRole('button', { name: 'Track Order' }).click();
    },
  },
  {
    name: 'order-confirmation-paid',
    show: async (page) => {
      const placed = await placeOrder(page);
      await pay(placed);
      await visit(page, `/order-confirmation/${placed.order.id}`, 'Order Confirmation');
      await page.getByRole('button', { name: 'Track Order' }).click();
    },
  },
  ...orderPageScreens,
  {
    name: 'order-not-found',
    expected: notFound,
    show: (page) => visit(page, '/order-confirmation/nothing-of-ours', 'Order not found'),
  },
  {
    name: 'payment-success',
    show: async (page) => {
      const back = await pay(await placeOrder(page));
      await visit(page, back.pathname + back.search, 'Payment Successful');
    },
  },
  {
    name: 'payment-failed',
    show: async (page) => {
      const back = await pay(await placeOrder(page), '2121212121212121');
      // Once the shop has answered, what is known about the money does not change any more.
      await visit(page, back.pathname + back.search, 'Payment Failed', 'text=Order Number');
    },
  },
  { name: 'payment-failed-bare', show: (page) => visit(page, '/payment/failed', 'Payment Failed') },
  { name: 'payment-try-later', show: (page) => visit(page, '/payment/try-later', 'Payment Processing') },
  { name: 'payment-error', show: (page) => visit(page, '/payment/error', 'Payment Error') },
  { name: 'orders-empty', show: (page) => visit(page, '/orders', 'My Orders', 'text=No orders yet') },
  {
    name: 'orders',
    show: async (page) => {
      await withOrdersOfEveryStatus(page);
      await visit(page, '/orders', 'My Orders', 'article');
    },
  },
  {
    name: 'orders-loading',
    show: async (page) => {
      await holdBack(page, '/api/orders');
      await visit(page, '/orders', 'My Orders');
    },
  },
  {
    name: 'orders-error',
    expected: serverError,
    show: async (page) => {
      await answerInstead(page, '/api/orders', 500, broken);
      await visit(page, '/orders', 'My Orders', '[role=alert]');
    },
  },
  {
    name: 'orders-to-claim',
    show: async (page) => {
      await placeOrder(page);
      await signInAnew(page, 'customer');
      await visit(page, '/orders', 'My Orders', 'text=Add to My Account');
    },
  },
  {
    name: 'orders-forget-browser',
    isOverlay: true,
    show: async (page) => {
      await placeOrder(page);
      await visit(page, '/orders', 'My Orders', 'article');
      await page.getByRole('button', { name: 'Forget This Browser' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'find-order', show: (page) => visit(page, '/find-order', 'Find My Order') },
  {
    name: 'find-order-errors',
    show: async (page) => {
      await visit(page, '/find-order', 'Find My Order');
      await page.getByRole('button', { name: 'Find My Order' }).click();
      await page.getByText('Enter the order number').waitFor();
    },
  },
  {
    name: 'order-by-link',
    show: async (page) => {
      const { order } = await placeOrder(page);
      await page.context().clearCookies();
      const path = `/order-confirmation/${order.id}#key=${order.linkKey}`;
      await visit(page, path, 'Order Confirmation', 'text=Shown without name');
    },
  },
  { name: 'login', show: (page) => visit(page, '/login', 'Sign In') },
  {
    name: 'login-errors',
    show: async (page) => {
      await visit(page, '/login', 'Sign In');
      await page.locator('main').getByRole('button', { name: 'Sign In' }).click();
      await page.getByText('Invalid email address').waitFor();
    },
  },
  { name: 'register', show: (page) => visit(page, '/register', 'Create Account') },
  {
    name: 'register-errors',
    show: async (page) => {
      await visit(page, '/register', 'Create Account');
      await page.locator('main').getByRole('button', { name: 'Create Account' }).click();
      await page.getByText('Invalid email address').waitFor();
    },
  },
  { name: 'forgot-password', show: (page) => visit(page, '/forgot-password', 'Forgot Your Password?') },
  { name: 'reset-password', show: (page) => visit(page, '/reset-password', 'Choose a New Password') },
  {
    name: 'account',
    show: async (page) => {
      await signIn(page, 'customer');
      await visit(page, '/account', 'My Account', 'main form');
    },
  },
  {
    name: 'access-denied',
    show: async (page) => {
      await signIn(page, 'customer');
      await visit(page, '/admin', 'Access Denied');
    },
  },
  {
    name: 'admin',
    show: async (page) => {
      await signIn(page, 'admin');
      await visit(page, '/admin', 'Admin Dashboard');
    },
  },
  {
    name: 'admin-orders',
    show: async (page) => {
      await withOrdersForTheOwner();
      await openOrders(page);
    },
  },
  {
    name: 'admin-orders-selected',
    isOverlay: true,
    show: async (page) => {
      await paidOrderOfGuest();
      await openOrders(page);
      await page.getByRole('checkbox').nth(1).check({ force: true });
      await page.getByText('1 order selected').waitFor();
    },
  },
  {
    name: 'admin-orders-loading',
    show: async (page) => {
      await signIn(page, 'admin');
      await holdBackQuestion(page, 'list_order_page');
      await visit(page, '/admin/orders', 'Orders', 'text=Loading the orders');
    },
  },
  {
    name: 'admin-orders-no-line',
    expected: [/ERR_INTERNET_DISCONNECTED/],
    show: async (page) => {
      await signIn(page, 'admin');
      await loseConnection(page, '**/rest/v1/rpc/list_order_page*');
      await visit(page, '/admin/orders', 'Orders', '[role=alert]');
    },
  },
  {
    name: 'admin-orders-none-found',
    show: async (page) => {
      await signIn(page, 'admin');
      await visit(page, '/admin/orders?q=nobody-of-this-name&status=paid', 'Orders', 'text=No orders found');
    },
  },
  {
    name: 'admin-order-paid',
    show: async (page) => {
      const { order } = await failedThenPaidOrder({ quantity: 2 });
      await openOrder(page, order.id);
    },
  },
  {
    name: 'admin-order-note-empty',
    show: async (page) => {
      const { order } = await orderOfGuest();
      await openOrder(page, order.id);
      await page.getByRole('button', { name: 'Add Note' }).click();
      await page.getByText('Please write a note').waitFor();
    },
  },
  {
    name: 'admin-order-cancelling',
    isOverlay: true,
    show: async (page) => {
      const { order } = await orderOfGuest();
      await openOrder(page, order.id);
      await page.getByRole('button', { name: 'Cancel Order' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'admin-order-unknown',
    show: async (page) => {
      await signIn(page, 'admin');
      await visit(page, '/admin/orders/nothing-of-ours', 'There is no such order');
    },
  },
  {
    name: 'admin-packing-slip',
    show: async (page) => {
      const { order } = await paidOrderOfGuest({ quantity: 2 });
      await signIn(page, 'admin');
      await visit(page, `/admin/orders/${order.id}/print?what=packing-slip`, 'Packing slip');
    },
  },
  {
    name: 'admin-packing-slip-unpaid',
    show: async (page) => {
      const { order } = await orderOfGuest();
      await signIn(page, 'admin');
      await visit(page, `/admin/orders/${order.id}/print?what=packing-slip`, 'Packing slip');
      await page.getByText('UNPAID').waitFor();
    },
  },
  {
    name: 'admin-receipt',
    show: async (page) => {
      const { order } = await paidOrderOfGuest({ quantity: 2 });
      await signIn(page, 'admin');
      await visit(page, `/admin/orders/${order.id}/print?what=receipt`, 'Receipt');
    },
  },
  ...productScreens,
  ...pictureScreens,
  ...spreadsheetScreens,
  ...transactionScreens,
  {
    name: 'admin-settings',
    show: async (page) => {
      await signIn(page, 'admin');
      await page.goto('/admin/settings');
      await page.getByLabel('Minutes to pay').waitFor();
    },
  },
  ...overviewScreens,
  { name: 'shipping-info', show: (page) => visit(page, '/shipping-info', 'Shipping Information') },
  { name: 'returns', show: (page) => visit(page, '/returns', 'Returns & Refunds') },
  { name: 'warranty', show: (page) => visit(page, '/warranty', 'Warranty') },
  { name: 'not-found', show: (page) => visit(page, '/nothing/here', '404 Page Not Found') },
];

/** Opens a path and waits for a heading, and for something more when it comes later. */
async function visit(page: Page, path: string, heading: string, selector?: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { name: heading, exact: true }).first().waitFor();
  if (selector) await page.locator(selector).first().waitFor();
}

async function withCart(page: Page): Promise<void> {
  const onSale = (await productsOnSale(page)).filter(({ stock }) => stock > 2);
  await fillCart(
    page,
    onSale.slice(0, 3).map((product, index) => [product, index + 1]),
  );
}

/** One order that waits for its buyer, one that waits for the bank. */
async function withOpenOrders(page: Page): Promise<void> {
  await hasOrderedHere(page);
  await placeOrder(page);
  await pay(await placeOrder(page, 2), undecidedCard);
}

async function openOrders(page: Page): Promise<void> {
  await signIn(page, 'admin');
  await visit(page, '/admin/orders', 'Orders', 'tbody tr');
}

async function openOrder(page: Page, id: string): Promise<void> {
  await signIn(page, 'admin');
  await visit(page, `/admin/orders/${id}`, `Order #${id.slice(-8).toUpperCase()}`);
}

/** Real orders in all that an owner sees of them. */
async function withOrdersForTheOwner(): Promise<void> {
  await orderOfGuest({ name: 'Wanjirũ Mūthoni', phone: '0733 918 273' });
  await paidOrderOfGuest({ name: 'Kiprono arap Chebet', quantity: 3 });
  await failedThenPaidOrder({ name: 'Fatuma Hassan' });
  const owner = await ownerElsewhere();
  const completed = await paidOrderOfGuest({ name: 'Otieno Construction Company Limited' });
  await advanceElsewhere(owner, completed.order.id, 'completed');
  const cancelled = await orderOfGuest({ name: 'Mutua Musyoka' });
  await advanceElsewhere(owner, cancelled.order.id, 'cancelled');
}

/** The checkout with twelve different products. */
export async function openTwelveLines(page: Page): Promise<void> {
  const products = (await productsOnSale(page)).filter(({ stock }) => stock > 0).slice(0, 12);
  await fillCart(
    page,
    products.map((product) => [product, 1]),
  );
  await visit(page, '/checkout', 'Checkout');
}

/** One real order, shown once in every status: some of them take a human at the shop, or days. */
export async function withOrdersOfEveryStatus(page: Page): Promise<Order[]> {
  const { order } = await placeOrder(page);
  const statuses: OrderStatus[] = ['pending', 'paid', 'completed', 'failed', 'cancelled'];
  const orders = statuses.map((status, index) => ({
    ...order,
    id: order.id.slice(0, -1) + index,
    status,
    nextStep: status === 'pending' ? ('pay' as const) : ('none' as const),
  }));
  await answerInstead(page, '/api/orders', 200, orders, 'GET');
  return orders;
}
