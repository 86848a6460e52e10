import type { Locator, Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { soldAt } from '../../supabase/tests/paid-at.ts';
import { newProductElsewhere, openProduct, openProducts, rowOf } from './admin-products-scene.ts';
import { findPayment, paidAtABank } from './admin-transactions-scene.ts';
import { listedOrderNumber } from '../../supabase/functions/_shared/contract/order-number.ts';
import { openShop, phone } from './journey.ts';
import { animationsEnded, followLink } from './wait-for-page.ts';
import { db } from './shop-database.ts';
import { signIn } from './shop-states.ts';

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
      // Not its offsetParent, which for whatever is in a table is the cell.
      let laid = over.position === 'absolute' && over.content !== 'none' ? one.parentElement : null;
      while (laid && getComputedStyle(laid).position === 'static') laid = laid.parentElement;
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
  // What shows messages comes some seconds after the page.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('toast-cards')),
  );
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
  await tabs.getByRole('button', { name: 'More' }).tap();
  const people = page.getByRole('dialog').getByRole('link', { name: 'People' });
  expect((await people.boundingBox())?.x).toBeGreaterThanOrEqual(0);
  await people.tap();
  await page.getByText('This page could not be shown').waitFor();
  await tabs.getByRole('link', { name: 'Products' }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Reload the page' }).tap();
  await page.getByRole('heading', { level: 2, name: 'People', exact: true }).waitFor();
});

test('the button of a new quotation is always on screen, and hides no field that has the focus', async () => {
  const { page } = await openShop({ viewport: phone, context: byThumb });
  await signIn(page, 'admin');
  await page.goto('/admin/orders/quotations/new');
  const make = page.getByRole('button', { name: 'Make the Quotation' });
  await make.waitFor();
  await page.getByText('New buyer').tap();
  for (const label of ['Add a product', 'Address', 'Delivery charge in KES', 'Note']) {
    const field = page.getByLabel(label, { exact: true });
    await field.focus();
    expect([label, await isInFront(field), await isInFront(make)]).toEqual([label, true, true]);
  }
});

test('the actions for selected products are always on screen, and do not move the rows', async () => {
  const { page } = await openShop({ viewport: phone, context: byThumb });
  await openProducts(page);
  await page.getByRole('button', { name: 'Select', exact: true }).tap();
  const row = page.locator('tbody tr').nth(20);
  await row.scrollIntoViewIfNeeded();
  const before = (await row.boundingBox())?.y;
  await row.locator('label').first().tap();
  const change = page.getByRole('button', { name: 'Change selected' });
  await change.waitFor();
  expect(await isInFront(change)).toBe(true);
  expect((await row.boundingBox())?.y).toBe(before);
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

  await followLink(page, `/admin/orders/${payment.order.id}`);
  await page.getByRole('heading', { name: 'What happened' }).waitFor();
  expect(await tooSmall(page), 'an order').toEqual([]);

  const product = await newProductElsewhere(page);
  await followLink(page, `/admin/products?q=${product.name.slice(-8)}`);
  await rowOf(page, product.name).waitFor();
  expect(await tooSmall(page), 'the products').toEqual([]);

  // Paid in the shop, without a response of the bank: the day's difference links to the order.
  const { order } = await soldAt(db(), new Date().toISOString(), 12_500);
  await forgetBankAnswers(order.id);
  await followLink(page, '/admin/transactions');
  await page
    .getByRole('link', { name: listedOrderNumber(order.id) })
    .first()
    .waitFor();
  await findPayment(page, payment);
  await page.getByRole('button', { name: `${payment.reference}: details` }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Ask the bank again' }).waitFor();
  expect(await tooSmall(page), 'a payment').toEqual([]);
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
