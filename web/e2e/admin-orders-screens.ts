import type { Page } from 'playwright-core';
import {
  advanceElsewhere,
  failedThenPaidOrder,
  holdDatabaseRequests,
  loseConnection,
  orderOfGuest,
  ownerElsewhere,
  paidOrderOfGuest,
  correctRefund,
  recordRefund,
} from './admin-orders-scene.ts';
import { visit, type Screen } from './screen.ts';
import { signIn } from './shop-states.ts';
import { orderWithWrongAmount, ownerDecides } from './wrong-amount-scene.ts';

/** The dashboard’s orders, with their printed sheets. */
export const adminOrderScreens: readonly Screen[] = [
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
      await holdDatabaseRequests(page, 'list_order_page');
      await visit(page, '/admin/orders', 'Orders', 'text=Loading the orders');
    },
  },
  {
    name: 'admin-orders-offline',
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
    name: 'admin-order-recording-a-refund',
    isOverlay: true,
    show: async (page) => {
      const { order } = await paidOrderOfGuest({ quantity: 2 });
      await openOrder(page, order.id);
      await page.getByRole('button', { name: 'Record a Refund' }).click();
      await page.getByRole('button', { name: 'Record Refund' }).click();
      await page.getByText('Please say why it was refunded').waitFor();
    },
  },
  {
    name: 'admin-order-correcting-a-refund',
    isOverlay: true,
    show: async (page) => {
      const { order } = await paidOrderOfGuest({ quantity: 2 });
      await openOrder(page, order.id);
      await recordRefund(page, 'Ordered twice by mistake');
      await page.getByRole('button', { name: 'Correct a Refund' }).click();
      await page.getByRole('button', { name: 'Correct Refund' }).click();
      await page.getByText('Please say what was wrong').waitFor();
    },
  },
  {
    name: 'admin-order-refund-corrected',
    show: async (page) => {
      const { order } = await paidOrderOfGuest({ quantity: 2 });
      await openOrder(page, order.id);
      await recordRefund(page, 'Ordered twice by mistake');
      await correctRefund(page, { amount: '200', why: 'A zero too many' });
      await page.getByText('Refund corrected: KES 200').waitFor();
    },
  },
  {
    name: 'admin-order-refunded',
    show: async (page) => {
      const { order } = await paidOrderOfGuest({ quantity: 2 });
      await openOrder(page, order.id);
      await recordRefund(page, 'Ordered twice by mistake');
      await page.getByText('All money for this order was given back', { exact: false }).waitFor();
    },
  },
  {
    name: 'admin-order-other-sum-accepted',
    show: async (page) => {
      const order = await orderWithWrongAmount(page);
      await ownerDecides(order.id, 'accepted');
      await openOrder(page, order.id);
      await page.getByText('KES 500 approved').waitFor();
    },
  },
  {
    name: 'admin-order-partly-paid',
    show: async (page) => {
      const order = await orderWithWrongAmount(page);
      await ownerDecides(order.id, 'rest_due');
      await openOrder(page, order.id);
      await page.getByText('A part of this order is paid').waitFor();
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
];

async function openOrders(page: Page): Promise<void> {
  await signIn(page, 'admin');
  await visit(page, '/admin/orders', 'Orders', 'tbody tr');
}

async function openOrder(page: Page, id: string): Promise<void> {
  await signIn(page, 'admin');
  await visit(page, `/admin/orders/${id}`, `Order #${id.slice(-8).toUpperCase()}`);
}

/** Replaces an owner's orders by fixed ones in several states. */
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
