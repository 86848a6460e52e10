import type { Page } from 'playwright-core';
import type { Order, OrderStatus, OrderWord } from '../../supabase/functions/_shared/contract/orders.ts';
import { defaultShopDetails } from '../../supabase/functions/_shared/contract/shop-details.ts';
import { broken, notFound, serverError, visit, type Screen } from './screen.ts';
import { changeQuotation, quotationOfCounty } from './quotation-scene.ts';
import {
  mockResponse,
  holdRequests,
  pay,
  placeOrder,
  productsOnSale,
  signIn,
  signInAnew,
} from './shop-states.ts';
import { bankRefuses, orderWithWrongAmount, ownerDecides } from './wrong-amount-scene.ts';

/** One order, the pages after the bank, and the list of orders. */
export const orderScreens: readonly Screen[] = [
  {
    name: 'short-link-wrong',
    expected: notFound,
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
      // Once the order is loaded, the state of the payment does not change any more.
      await visit(page, back.pathname + back.search, 'Payment Failed', 'text=Order Number');
    },
  },
  {
    name: 'payment-failed-rest',
    show: async (page) => {
      const order = await orderWithWrongAmount(page);
      await ownerDecides(order.id, 'partial_payment');
      await page.request.post(`/api/orders/${order.id}/payment`, { data: {} });
      await bankRefuses(order.id);
      await visit(page, `/payment/failed?order=${order.id}`, 'Payment Failed', 'text=Still to Be Paid');
    },
  },
  {
    name: 'payment-success-accepted',
    show: async (page) => {
      const order = await orderWithWrongAmount(page);
      await ownerDecides(order.id, 'accepted');
      await visit(page, `/payment/success?order=${order.id}`, 'Payment Successful');
    },
  },
  {
    name: 'orders-rest',
    show: async (page) => {
      const order = await orderWithWrongAmount(page);
      await ownerDecides(order.id, 'partial_payment');
      await visit(page, '/orders', 'My Orders', 'article');
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
      await holdRequests(page, '/api/orders*');
      await visit(page, '/orders', 'My Orders');
    },
  },
  {
    name: 'orders-error',
    expected: serverError,
    show: async (page) => {
      await mockResponse(page, '/api/orders*', 500, broken);
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
      await page.getByText('Enter the order number', { exact: true }).waitFor();
    },
  },
  {
    name: 'quotation-form',
    show: async (page) => {
      const [product] = await productsOnSale(page);
      await visit(
        page,
        `/quotation?product=${product?.id}`,
        'Get a Quotation',
        'text=Buying for an organisation',
      );
    },
  },
  {
    name: 'quotation',
    show: async (page) => {
      const { id, linkKey, number } = await quotationOfCounty();
      await visit(page, `/quotation/${id}#key=${linkKey}`, `Quotation ${number}`);
    },
  },
  {
    name: 'quotation-withdrawn',
    show: async (page) => {
      const { id, linkKey, number } = await quotationOfCounty();
      await changeQuotation(id, { isWithdrawn: true });
      await visit(page, `/quotation/${id}#key=${linkKey}`, `Quotation ${number}`, 'text=was withdrawn');
    },
  },
  {
    name: 'quotation-not-found',
    expected: notFound,
    show: (page) => visit(page, '/quotation/nothing-of-ours', 'Quotation not found'),
  },
  {
    name: 'admin-quotations',
    show: async (page) => {
      await quotationOfCounty();
      await signIn(page, 'admin');
      await visit(page, '/admin/orders/quotations', 'Quotations', 'text=Kisumu County');
    },
  },
  {
    name: 'admin-quotation',
    show: async (page) => {
      const { id, number } = await quotationOfCounty();
      await changeQuotation(id, { note: 'Paid within 30 days of the delivery.' });
      await signIn(page, 'admin');
      await visit(
        page,
        `/admin/orders/quotations/${id}`,
        `Quotation ${number}`,
        'text=Save as the Next Version',
      );
    },
  },
  {
    name: 'order-by-link',
    show: async (page) => {
      const { order } = await placeOrder(page);
      await page.context().clearCookies();
      const bank = 'Bank of Kisumu, Oginga Odinga Street\nInstruments & Current Ltd\nAccount 01234567890';
      const details = { ...defaultShopDetails, bank, paybill: '522533', till: '987654' };
      await mockResponse(page, '/api/shop-details', 200, details);
      const path = `/order-confirmation/${order.id}#key=${order.linkKey}`;
      await visit(page, path, 'Order Confirmation', 'text=Shown without name');
      await page.getByText('Paybill 522533').waitFor();
      await page.getByLabel(/Email or phone/).waitFor();
    },
  },
];

/**
 * A real order, shown in every status: some of them would take the staff, or days. The unpaid one keeps its id, since the
 * page has the bank asked about it.
 */
export async function withOrdersOfEveryStatus(page: Page): Promise<Order[]> {
  const { order } = await placeOrder(page);
  const words: [OrderStatus, OrderWord][] = [
    ['pending', 'not_paid'],
    ['paid', 'paid'],
    ['completed', 'completed'],
    ['failed', 'payment_failed'],
    ['cancelled', 'cancelled'],
  ];
  const orders = words.map(([status, word]) => ({
    ...order,
    id: status === 'pending' ? order.id : crypto.randomUUID(),
    status,
    word,
    nextStep: status === 'pending' ? ('pay' as const) : ('none' as const),
  }));
  await mockResponse(page, '/api/orders*', 200, orders, 'GET');
  return orders;
}
