import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import {
  advanceElsewhere,
  failedThenPaidOrder,
  holdDatabaseRequests,
  loseConnection,
  orderOfGuest,
  orderOfSeller,
  ownerElsewhere,
  paidOrderOfGuest,
  correctRefund,
  recordRefund,
} from './admin-orders-scene.ts';
import { callSqlAs } from '../../supabase/tests/admin-visitor.ts';
import { showCheckBoxes } from './admin-products-scene.ts';
import { visit, type Screen } from './screen.ts';
import { signIn } from './shop-states.ts';
import { orderWithWrongAmount, ownerDecides } from './wrong-amount-scene.ts';
import { changeElsewhere } from './order-change-scene.ts';
import { takeOtherStep } from './order-steps.ts';

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
      await showCheckBoxes(page);
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
    name: 'admin-quotation-new',
    show: async (page) => {
      await signIn(page, 'admin');
      await visit(page, '/admin/orders/quotations/new', 'New quotation', 'text=Add a product');
    },
  },
  {
    name: 'admin-order-new',
    show: async (page) => {
      await orderOfGuest();
      await signIn(page, 'admin');
      await visit(page, '/admin/orders/new', 'New order', 'text=Add a product');
      await page.getByLabel('Add a product').fill('terrameter');
      await page.getByRole('list', { name: 'Found products' }).getByRole('button').first().click();
      await page.getByLabel('Special price in KES').fill('5,000');
      await page.getByRole('button', { name: 'Make the Order', exact: true }).click();
      await page.getByText('Please say why this price was agreed').waitFor();
      await page.getByLabel('Find the buyer').fill('akinyi');
      await page.getByRole('list', { name: 'Found buyers' }).getByRole('button').first().waitFor();
    },
  },
  {
    name: 'admin-order-of-seller',
    show: async (page) => {
      const order = await orderOfSeller(await ownerElsewhere());
      await openOrder(page, order.id);
      await page.getByText('Two for the county hospital').first().waitFor();
    },
  },
  {
    name: 'admin-order-change',
    expected: [/409 \(Conflict\)/],
    show: async (page) => {
      const { order } = await paidOrderOfGuest({ quantity: 2 });
      await signIn(page, 'admin');
      await visit(
        page,
        `/admin/orders/${order.id}/change`,
        `Change order #${order.id.slice(-8).toUpperCase()}`,
      );
      await page.getByLabel('Pieces').fill('1');
      await page.getByText(/^To pay back/).waitFor();
      await changeElsewhere(await ownerElsewhere(), order.id, { customerAddress: 'Kondele market, Kisumu' });
      await page.getByRole('button', { name: 'Save the Change' }).click();
      await page.getByText(/^Address: .* → Kondele market/).waitFor();
      await page.getByText(/^To pay back/).waitFor();
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
      await page.getByText('Write a note').click();
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
      await takeOtherStep(page, 'Cancel Order');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'admin-order-recording-a-refund',
    isOverlay: true,
    show: async (page) => {
      const { order } = await paidOrderOfGuest({ quantity: 2 });
      await openOrder(page, order.id);
      await takeOtherStep(page, 'Record a Refund');
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
      await takeOtherStep(page, 'Correct a Refund');
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
    name: 'admin-order-task',
    show: async (page) => {
      const order = await orderWithWrongAmount(page);
      await openOrder(page, order.id);
      await page.getByRole('button', { name: 'Close task' }).waitFor();
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
      await ownerDecides(order.id, 'partial_payment');
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
    name: 'admin-order-parcels',
    show: async (page) => {
      const { order } = await orderInParcels();
      await openOrder(page, order.id);
      await page.getByText(/^Sent with G4S/).waitFor();
    },
  },
  {
    name: 'admin-parcel-form',
    show: async (page) => {
      const { order } = await orderInParcels();
      await openOrder(page, order.id);
      await page.getByRole('button', { name: 'Send a Parcel' }).click();
      await page.getByLabel('Waybill').waitFor();
    },
  },
  {
    name: 'order-tracked-parcels',
    show: async (page) => {
      const { order } = await orderInParcels();
      await visit(page, `/order-confirmation/${order.id}#key=${order.linkKey}`, 'Order Confirmation');
      await page.getByRole('button', { name: 'Track Order' }).click();
      await page.getByText(/^Sent with G4S/).waitFor();
    },
  },
  {
    name: 'admin-pick-list',
    show: async (page) => {
      const [{ order }, second] = [await orderInParcels(), await paidOrderOfGuest({ quantity: 2 })];
      await signIn(page, 'admin');
      await visit(page, `/admin/orders/pick-list?orders=${order.id},${second.order.id}`, 'Pick list');
    },
  },
];

/** Of two pieces, one is sent. */
async function orderInParcels() {
  const placed = await paidOrderOfGuest({ quantity: 2 });
  const parcelId = randomUUID();
  const item = placed.order.items[0]?.id ?? '';
  const { status, body } = await callSqlAs(await ownerElsewhere(), 'record_shipment', {
    p_id: parcelId,
    p_order_id: placed.order.id,
    p_status: 'sent',
    p_carrier: 'G4S',
    p_waybill: `NBO-${parcelId.slice(0, 8)}`,
    p_seen: { [item]: 2 },
    // Once the cheap products are sold out, it is a large order, which the bank has not settled yet.
    p_reason: 'A known buyer',
    p_lines: [{ itemId: item, quantity: 1, serials: [`SN-${parcelId.slice(0, 8)}`] }],
  });
  if (status !== 200) throw new Error(`Not sent: ${JSON.stringify(body)}`);
  return { ...placed, parcelId };
}

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
