import type { Locator, Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { soldAt } from '../../supabase/tests/paid-at.ts';
import { orderOfGuest, paidOrderOfGuest } from './admin-orders-scene.ts';
import { newProductElsewhere, openProduct, openProducts, rowOf } from './admin-products-scene.ts';
import { findPayment, paidAtABank, showMoreTasksUntil } from './admin-transactions-scene.ts';
import { orderNumber } from '../src/lib/order-number.ts';
import { openShop, phone } from './journey.ts';
import { animationsEnded } from './wait-for-page.ts';
import { db } from './shop-database.ts';
import { demoAccount, signIn, signInAnew } from './shop-states.ts';

// The owner on a phone: touch, a small screen, an unreliable connection.

const byThumb = { hasTouch: true, isMobile: true };
const cutLine = [/ERR_INTERNET_DISCONNECTED/, /dynamically imported module/, /Unable to preload CSS/];

/** Whether all of it is on screen and nothing covers it. */
async function isInFront(element: Locator): Promise<boolean> {
  return element.evaluate((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    if (top < 0 || bottom > window.innerHeight) return false;
    const points = [top + 4, (top + bottom) / 2, bottom - 4].map((y) =>
      document.elementFromPoint((left + right) / 2, y),
    );
    return points.every((point) => one.contains(point));
  });
}

/** The names of controls whose touch target is too small. */
async function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const minSize = 43.5;
    const found: string[] = [];
    for (const one of document.querySelectorAll<HTMLElement>('main a, main button, [role=dialog] a')) {
      const { width, height, left, top } = one.getBoundingClientRect();
      if (width === 0 || height === 0) continue;
      // A link may extend its touch target over its row with a pseudo-element.
      const over = getComputedStyle(one, '::after');
      const laid = over.position === 'absolute' && over.content !== 'none' ? one.offsetParent : null;
      const box = laid?.getBoundingClientRect() ?? { width, height, left, top };
      if (box.width < minSize || box.height < minSize)
        found.push(
          `${one.getAttribute('aria-label') ?? one.innerText} ${Math.round(box.width)}x${Math.round(box.height)}`,
        );
    }
    return found;
  });
}

test('when a product could not be saved the reason is shown beside the button, and nothing covers either', async () => {
  const { page } = await openShop({ viewport: phone, context: byThumb, expected: cutLine });
  await signIn(page, 'admin');
  const product = await newProductElsewhere(page);
  await openProduct(page, product);
  await page.getByLabel('Price (KES)').fill('13000');
  await page.context().setOffline(true);
  const save = page.getByRole('button', { name: 'Save Product' });
  await save.tap();
  const why = page.getByText('What you typed is kept.');
  await why.waitFor();
  await page.getByText('Failed to update product').waitFor();
  await animationsEnded(page);
  expect([await isInFront(why), await isInFront(save)]).toEqual([true, true]);
  await page.context().setOffline(false);
  await save.tap();
  await page.getByText('Product updated').waitFor();
});

test('a tab that could not be loaded leaves the dashboard usable, and loads when the connection is back', async () => {
  const { page } = await openShop({ viewport: phone, context: byThumb, expected: cutLine });
  await openProducts(page);
  await page.context().setOffline(true);
  const tabs = page.getByRole('navigation', { name: 'Dashboard' });
  await tabs.getByRole('link', { name: 'People' }).tap();
  await page.getByText('This page could not be shown').waitFor();
  await tabs.getByRole('link', { name: 'Products' }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Reload the page' }).tap();
  await page.getByRole('heading', { level: 2, name: 'People', exact: true }).waitFor();
});

test('the actions for selected products are always on screen, and do not move the rows', async () => {
  const { page } = await openShop({ viewport: phone, context: byThumb });
  await openProducts(page);
  const row = page.locator('tbody tr').nth(20);
  await row.scrollIntoViewIfNeeded();
  const before = (await row.boundingBox())?.y;
  await row.locator('label').first().tap();
  const change = page.getByRole('button', { name: 'Change selected' });
  await change.waitFor();
  expect(await isInFront(change)).toBe(true);
  expect((await row.boundingBox())?.y).toBe(before);
});

test('a session that ended during a form leads to the login and back to the typed values', async () => {
  const expected = [/status of 401/, /status of 403.*note_staff_use/];
  const { page } = await openShop({ viewport: phone, context: byThumb, expected });
  await signInAnew(page, 'admin');
  const product = await newProductElsewhere(page);
  await openProduct(page, product);
  await page.getByLabel('Brand').fill('Leica');
  // As in another tab, by a new password, or by expiry.
  await page.request.post('/api/auth/logout');
  await page.getByRole('button', { name: 'Save Product' }).tap();
  await page.getByRole('button', { name: 'Sign in again' }).tap();
  await page.waitForURL('**/login');
  const { email, password } = demoAccount('admin');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/admin/products/${product.id}`);
  await page.getByText('What you typed before has been restored').waitFor();
  expect(await page.getByLabel('Brand').inputValue()).toBe('Leica');
  await page.getByRole('button', { name: 'Save Product' }).tap();
  await page.getByText('Product updated').waitFor();
});

describe('typed text that was not sent', () => {
  test('a typed note is restored after a reload and Back, and cleared once it is saved', async () => {
    const { order } = await orderOfGuest();
    const { page } = await openShop({ viewport: phone, context: byThumb });
    await signIn(page, 'admin');
    await page.goto(`/admin/orders/${order.id}`);
    const note = page.getByLabel('Note for the shop');
    await note.fill('Collects on Friday.');
    await page.reload();
    await note.waitFor();
    expect(await note.inputValue()).toBe('Collects on Friday.');
    await page.getByRole('link', { name: 'All orders' }).tap();
    await page.getByRole('heading', { level: 2, name: 'Orders', exact: true }).waitFor();
    await page.goBack();
    await note.waitFor();
    expect(await note.inputValue()).toBe('Collects on Friday.');
    await page.getByRole('button', { name: 'Add Note' }).tap();
    await page.getByText('Note Added').waitFor();
    await page.reload();
    await note.waitFor();
    expect(await note.inputValue()).toBe('');
  });

  test('a typed reason for a task is restored after its dialog was closed or the page reloaded', async () => {
    const payment = await paidAtABank({ amountOffCents: -100 });
    const { page } = await openShop({ viewport: phone, context: byThumb });
    await signIn(page, 'admin');
    await page.goto(`/admin/transactions`);
    const task = page.getByRole('listitem').filter({ hasText: payment.number });
    await page.getByRole('button', { name: 'Close task' }).first().waitFor();
    await showMoreTasksUntil(page, task);
    const open = async () => {
      await task.getByRole('button', { name: 'Close task' }).tap();
      return page.getByRole('dialog', { name: 'Close task' }).getByLabel('What was done');
    };
    await (await open()).fill('Refunded at the bank.');
    await page.keyboard.press('Escape');
    expect(await (await open()).inputValue()).toBe('Refunded at the bank.');
    await page.getByRole('dialog').getByLabel('What became of the money').selectOption('Refunded');
    await page.getByRole('dialog').getByLabel('The bank’s reference of the refund').fill('FT26326');
    await page.getByRole('dialog').getByRole('button', { name: 'Close task' }).tap();
    await page.getByText('Task Closed', { exact: true }).waitFor();
  });
});

test('a receipt fits on its sheet', async () => {
  const { order } = await paidOrderOfGuest({ quantity: 3 });
  const { page } = await openShop({ viewport: phone, context: byThumb });
  await signIn(page, 'admin');
  await page.goto(`/admin/orders/${order.id}/print?what=receipt`);
  await page.getByText('Total received').waitFor();
  const beyond = await page.evaluate(() => {
    const sheet = document.querySelector('[data-print-sheet]');
    const edge = sheet?.getBoundingClientRect().right ?? 0;
    return [...(sheet?.querySelectorAll('td, th, dd') ?? [])].filter(
      (cell) => cell.getBoundingClientRect().right > edge,
    ).length;
  });
  expect(beyond).toBe(0);
});

test('every control is large enough for touch, and has a name without hovering', async () => {
  const payment = await paidAtABank({ approvesLater: 'afterTimeOut', approvesLaterAsks: 9 });
  const { page } = await openShop({ viewport: phone, context: byThumb });
  await signIn(page, 'admin');
  await page.goto('/admin');
  await page.getByRole('heading', { name: 'Recent Orders' }).waitFor();
  await page
    .locator('main')
    .getByText(payment.order.customerName ?? '')
    .first()
    .waitFor();
  expect(await tooSmall(page), 'the overview').toEqual([]);

  await page.goto(`/admin/orders/${payment.order.id}`);
  await page.getByRole('button', { name: 'Add Note' }).waitFor();
  expect(await tooSmall(page), 'an order').toEqual([]);

  // Paid in the shop, without a response of the bank: the day's difference links to the order.
  const { order } = await soldAt(db(), new Date().toISOString(), 12_500);
  await forgetBankAnswers(order.id);
  await page.goto('/admin/transactions');
  await page
    .getByRole('link', { name: `#IC-${orderNumber(order.id)}` })
    .first()
    .waitFor();
  await findPayment(page, payment);
  await page.getByRole('button', { name: `${payment.reference}: what the bank said` }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Ask the bank again' }).waitFor();
  expect(await tooSmall(page), 'a payment').toEqual([]);

  const product = await newProductElsewhere(page);
  await openProducts(page, `?q=${product.name.slice(-8)}`);
  expect(await tooSmall(page), 'the products').toEqual([]);
  for (const word of ['Duplicate', 'Archive', 'Delete']) {
    await rowOf(page, product.name).getByText(word, { exact: true }).waitFor();
  }
});

/** Hides the bank's responses about an order until the end of the test. */
async function forgetBankAnswers(orderId: string): Promise<void> {
  const moveBankAnswers = (days: number) =>
    db().begin(async (t) => {
      await t`set local session_replication_role = replica`;
      await t`update private.gateway_answers set at = at + make_interval(days => ${days}) where transaction_id in
        (select id from public.transactions where order_id = ${orderId})`;
    });
  onTestFinished(() => moveBankAnswers(400));
  await moveBankAnswers(-400);
}
