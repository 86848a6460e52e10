import { describe, expect, test } from 'vitest';
import { desktop, openShop } from './journey.ts';
import { db } from './shop-database.ts';
import { demoAccount, signIn } from './shop-states.ts';
import { findPayment, moveToDay, paidAtABank, showMoreTasksUntil } from './admin-transactions-scene.ts';
import { onPhone } from './widths.ts';

const statusOf = async (orderId: string) =>
  (await db()<{ status: string }[]>`select status from public.orders where id = ${orderId}`)[0]?.status;

describe.each(onPhone)('on %s', (_, viewport) => {
  test('a stuck payment is found, the bank is queried again, and the order is paid', async () => {
    const payment = await paidAtABank({ approvesLater: 'afterTimeOut', approvesLaterAsks: 2 });
    expect(await statusOf(payment.order.id)).toBe('pending');
    const { page } = await openShop({ viewport });
    await signIn(page, 'admin');
    await page.goto('/admin/transactions');
    await page.getByRole('heading', { level: 2, name: 'Transactions' }).waitFor();
    await page
      .getByText(/^(Bank, M-Pesa and shop differ|(What the|The) bank and Safaricom told us).* today/)
      .waitFor();
    await findPayment(page, payment);

    await page.getByRole('button', { name: `${payment.reference}: details` }).click();
    const drawer = page.getByRole('dialog', { name: 'Payment' });
    await drawer.getByText('The bank has not decided', { exact: true }).waitFor();

    // A double click counts once, and the bank has nothing new yet.
    const timesQueried = async () =>
      (
        await db()<{ times: number }[]>`select count(*)::integer as times from private.gateway_answers
          where transaction_id = ${payment.rowId}`
      )[0]?.times ?? 0;
    const before = await timesQueried();
    await drawer.getByRole('button', { name: 'Ask the bank again' }).dblclick();
    await page.getByText('What the bank said is below.').waitFor();
    expect(await timesQueried()).toBe(before + 1);
    await drawer.getByText('The same 2 times since').waitFor();

    await drawer.getByRole('button', { name: 'Ask the bank again' }).click();
    await drawer.getByText('The bank approved the payment').waitFor();
    expect(await drawer.getByRole('button', { name: 'Ask the bank again' }).count()).toBe(0);
    expect(await drawer.textContent()).toContain('4242........4242');
    expect(await drawer.textContent()).not.toContain(payment.payment.fields.Lite_Merchant_Trace ?? '?');
    expect(await statusOf(payment.order.id)).toBe('paid');
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    // Back does not open it again.
    await page.goBack();
    expect(new URL(page.url()).searchParams.has('transaction')).toBe(false);
    await page.getByRole('table').getByText('Approved', { exact: true }).waitFor();
  });

  test('a task is closed with a reason, which its order’s history names', async () => {
    const payment = await paidAtABank({ amountOffCents: -100 });
    const { page } = await openShop({ viewport });
    await signIn(page, 'admin');
    await page.goto('/admin/transactions');
    const task = page.getByRole('listitem').filter({ hasText: payment.number });
    await page.getByRole('heading', { name: 'Your tasks' }).waitFor();
    await page.getByRole('button', { name: 'Close task' }).first().waitFor();
    // The newest open task is the last.
    await showMoreTasksUntil(page, task);
    await task.getByText(`Look at order ${payment.number}`, { exact: false }).waitFor();
    await task.getByRole('button', { name: 'Close task' }).click();

    const dialog = page.getByRole('dialog', { name: 'Close task' });
    await dialog.getByLabel('What became of the money').selectOption('Refunded');
    const reference = `FT${Date.now()}`;
    await dialog.getByLabel('The bank’s reference of the refund').fill(reference);
    const words = `Asked the bank, refunded ${payment.number}`;
    await dialog.getByLabel('What was done').fill(words);
    await dialog.getByRole('button', { name: 'Close task' }).dblclick();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Task Closed', { exact: true }).waitFor();

    await page.goto(`/admin/orders/${payment.order.id}`);
    await page.getByText(words).first().waitFor();
    const [row] = await db()<{ closing_reason: string; email: string; bank_reference: string }[]>`
      select k.closing_reason, u.email, r.bank_reference from public.owner_tasks k
      join public.users u on u.id = k.closed_by join public.refunds r on r.transaction_id = k.transaction_id
      where k.order_id = ${payment.order.id}`;
    expect(row).toEqual({
      closing_reason: words,
      email: demoAccount('admin').email,
      bank_reference: reference,
    });
  });
});

describe('the day’s reconciliation', () => {
  test('shows KES 0, or what is missing and where after the database was tampered with', async () => {
    const payment = await paidAtABank();
    // No other test has money on a day of these years.
    const day = new Date(Date.UTC(1970, 0, 1) + Math.floor(Math.random() * 3000) * 86_400_000)
      .toISOString()
      .slice(0, 10);
    await moveToDay(payment, day);
    const { page } = await openShop({ viewport: desktop });
    await signIn(page, 'admin');
    await page.goto(`/admin/transactions?day=${day}`);
    const panel = page.getByRole('region', { name: 'The day’s reconciliation' });
    const difference = panel.getByRole('status');
    await difference
      .filter({ hasText: /^What the bank and Safaricom told us on .+ is in the shop/ })
      .waitFor();
    const setStatus = (status: string) =>
      db().begin(async (t) => {
        await t`set local session_replication_role = replica`;
        await t`update public.transactions set status = ${status} where order_id = ${payment.order.id}`;
      });
    await setStatus('failed');
    try {
      await page.reload();
      const total = payment.order.totalAmount.toLocaleString('en-KE');
      await difference.filter({ hasText: new RegExp(`differ by KES\\s${total} on `) }).waitFor();
      await panel.getByText('The bank says it approved more').waitFor();
      await panel.getByRole('link', { name: payment.number }).waitFor();
    } finally {
      await setStatus('completed');
    }
    await page.reload();
    await difference
      .filter({ hasText: /^What the bank and Safaricom told us on .+ is in the shop/ })
      .waitFor();

    await panel.getByLabel('Day', { exact: true }).fill('1969-07-20');
    await panel.getByLabel('Day', { exact: true }).blur();
    await difference.filter({ hasText: /told us of no payment on 20 Jul 1969$/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('day')).not.toBe(day);
    await page.goto('/admin/transactions');
    await panel
      .getByText(/^(Bank, M-Pesa and shop differ|(What the|The) bank and Safaricom told us).* today/)
      .waitFor();
  });
});
