import type { Page } from 'playwright-core';
import { recordRefund } from './admin-orders-scene.ts';
import { paidAtABank, showMoreTasksUntil } from './admin-transactions-scene.ts';
import type { Screen } from './screen.ts';
import { mockResponse, signIn } from './shop-states.ts';

/** The Transactions tab in its states. */
export const transactionScreens: readonly Screen[] = [
  {
    name: 'admin-transactions',
    show: async (page) => {
      await paidAtABank();
      // Millions: on a phone they need the most room.
      await paidAtABank({ amountOffCents: 800_000_000 });
      await paidAtABank({ approvesLater: 'afterTimeOut', approvesLaterAsks: 3 });
      await open(page);
      await page.locator('tbody tr').first().waitFor();
      await page.getByRole('button', { name: 'Close task' }).first().waitFor();
    },
  },
  {
    name: 'admin-transactions-difference',
    show: async (page) => {
      const { order, rowId } = await paidAtABank();
      await mockResponse(page, '/rest/v1/rpc/bank_against_shop_of_day', 200, {
        day: '2026-11-20',
        approvedCents: 12_345_600,
        settledCents: 8_000_000,
        charges: 14,
        openLines: 0,
        withoutOrder: { count: 0, cents: 0 },
        mpesa: { receivedCents: 6_400_000, payments: 5, differenceCents: 0 },
        sales: {
          grossCents: 11_845_650,
          refundedCents: 250_000,
          netCents: 11_595_650,
          settledCents: 8_000_000,
          ordersPaid: 12,
        },
        tasks: [
          { kind: 'money_after_refusal', open: 1, closed: 0, cents: 99_950 },
          { kind: 'wrong_trace', open: 0, closed: 2, cents: 0 },
        ],
        differenceCents: 400_000,
        differing: {
          count: 1,
          orders: [{ provider: 'card', orderId: order.id, bankCents: 400_000, shopCents: 0 }],
        },
      });
      await mockResponse(page, '/rest/v1/rpc/broken_invariants', 200, {
        count: 1,
        rows: [{ broken: 'a payment counts and has no share', subject: rowId, detail: 'completed' }],
        checkedAt: '2026-11-19T23:00:00.000Z',
      });
      await open(page, '?day=2026-11-20');
      await page.getByText('1 problem with money or stock').waitFor();
    },
  },
  {
    name: 'admin-transactions-evidence',
    isOverlay: true,
    show: async (page) => {
      const { rowId } = await paidAtABank({ amountOffCents: -5000 });
      await open(page, `?transaction=${rowId}`);
      await page.getByText('The bank approved a different amount').waitFor();
    },
  },
  {
    name: 'admin-transactions-payment-for-orders',
    isOverlay: true,
    show: async (page) => {
      const { order } = await paidAtABank({ approvesLater: 'afterTimeOut', approvesLaterAsks: 5 });
      await open(page);
      await page.getByRole('button', { name: 'Record a Payment' }).click();
      const dialog = page.getByRole('dialog', { name: 'Record a payment' });
      await dialog.getByLabel('M-Pesa code').fill(Math.random().toString(36).slice(2, 12).padEnd(10, '0'));
      await dialog.getByLabel('Amount in KES').fill(String(order.totalAmount + 500));
      await dialog.getByLabel('Who paid').fill(`for order ${order.id.slice(-8)}, J. Wanjiku 0712 345 678`);
      await dialog.getByRole('button', { name: 'Record Payment' }).click();
      await page.getByRole('button', { name: 'Give to Orders' }).first().click();
      await page.getByRole('list', { name: 'Orders that fit' }).getByRole('button').first().click();
      await page.getByText('is left without an order').waitFor();
    },
  },
  {
    name: 'admin-transactions-asking-again',
    isOverlay: true,
    show: async (page) => {
      const { rowId } = await paidAtABank({ approvesLater: 'afterTimeOut', approvesLaterAsks: 5 });
      await open(page, `?transaction=${rowId}`);
      await page.getByRole('button', { name: 'Ask the bank again' }).click();
      await page.getByText('What the bank said is below.').waitFor();
    },
  },
  {
    name: 'admin-transactions-closing-a-task',
    isOverlay: true,
    show: async (page) => {
      await closeTaskOfWrongAmount(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Close task' }).click();
      await page.getByText('Please say what was done').waitFor();
    },
  },
  {
    name: 'admin-transactions-task-refunded',
    isOverlay: true,
    show: async (page) => {
      await closeTaskOfWrongAmount(page);
      await page.getByRole('dialog').getByLabel('What became of the money').selectOption('Refunded');
      await page.getByRole('dialog').getByLabel('The bank’s reference of the refund').waitFor();
    },
  },
  {
    name: 'admin-statements',
    show: async (page) => {
      const { reference } = await paidAtABank();
      await signIn(page, 'admin');
      await page.goto('/admin/transactions/settlement');
      await page.getByRole('heading', { name: 'Import a statement' }).waitFor();
      const text = `Date,Ref,Amount,Fee\n20/11/2026,${reference},"1,850,000.00",4.5\n20/11/2026,DON-0,5.00,\nx,,1,`;
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Choose a file' }).click();
      const buffer = Buffer.from(text);
      await (await chooser).setFiles({ name: 'november.csv', mimeType: 'text/csv', buffer });
      await page.getByRole('button', { name: 'Import Statement' }).waitFor();
    },
  },
  {
    name: 'admin-statements-by-month',
    show: async (page) => {
      const { order } = await paidAtABank();
      await signIn(page, 'admin');
      await page.goto(`/admin/orders/${order.id}`);
      await recordRefund(page, 'Ordered twice by mistake');
      await page.goto('/admin/transactions/settlement');
      await page.getByText('in the statements').first().waitFor();
    },
  },
  {
    name: 'admin-transactions-none-found',
    show: async (page) => {
      await open(page, '?q=nothing-like-this');
      await page.getByText('No payments found').waitFor();
    },
  },
  {
    name: 'admin-transactions-broken',
    expected: [/status of 500/],
    show: async (page) => {
      for (const name of [
        'bank_against_shop_of_day',
        'broken_invariants',
        'list_transaction_page',
        'list_owner_tasks',
      ])
        await mockResponse(page, `/rest/v1/rpc/${name}*`, 500, { code: 'XX000', message: 'broken' });
      await open(page);
      for (const title of ['load this day', 'load your tasks', 'load the payments'])
        await page.getByText(`We could not ${title}`).waitFor();
    },
  },
];

async function open(page: Page, search = ''): Promise<void> {
  await signIn(page, 'admin');
  await page.goto(`/admin/transactions${search}`);
  await page.getByRole('heading', { level: 2, name: 'Transactions' }).waitFor();
}

/** Opens the dialog that closes the task about a payment of KES 50 too little. */
async function closeTaskOfWrongAmount(page: Page): Promise<void> {
  const { number } = await paidAtABank({ amountOffCents: -5000 });
  await open(page);
  // Tasks of another kind have another dialog.
  const task = page.getByRole('listitem').filter({ hasText: number });
  await showMoreTasksUntil(page, task);
  await task.getByRole('button', { name: 'Close task' }).click();
}
