import { expect, test } from 'vitest';
import type { Order } from '../../supabase/functions/_shared/contract/orders.ts';
import { orderStatusLabels } from '../src/orders/order-status-text.ts';
import { orderOfGuest, paidOrderOfGuest } from './admin-orders-scene.ts';
import { openShop, phone, type Shop } from './journey.ts';
import { db } from './shop-database.ts';
import { signIn } from './shop-states.ts';
import { onPhone } from './widths.ts';
import { otherStep, takeOtherStep } from './order-steps.ts';

/** A unique Kenyan mobile number. */
const someNumber = () => `0722${String(Math.floor(Math.random() * 1e6)).padStart(6, '0')}`;
const someName = (first: string) => `${first} ${Math.random().toString(36).slice(2, 10)}`;

async function openOrders(shop: Pick<Shop, 'page'>, search = ''): Promise<void> {
  await signIn(shop.page, 'admin');
  await shop.page.goto(`/admin/orders${search}`);
  await shop.page.getByRole('heading', { level: 2, name: 'Orders', exact: true }).waitFor();
}

test.each(onPhone)(
  'on %s an order is found by its phone number and completed, for its shopper too',
  async (_, viewport) => {
    const number = someNumber();
    const { order, guest } = await paidOrderOfGuest({ phone: number });
    await orderOfGuest();
    const { page } = await openShop({ viewport });
    await openOrders({ page });
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await page
      .getByLabel('Order number, name, phone or e-mail')
      .fill(`+254 ${number.slice(1, 4)} ${number.slice(4, 7)} ${number.slice(7)}`);
    await page.getByText('1 order', { exact: true }).waitFor();
    await page.getByRole('link', { name: `#${order.id.slice(-8).toUpperCase()}` }).click();
    const complete = page.getByRole('button', { name: `Mark as ${orderStatusLabels.completed}` });
    await takeOtherStep(page, `Mark as ${orderStatusLabels.completed}`);
    await confirmCompletion(page).dblclick();
    await page.getByText(`Order ${orderStatusLabels.completed}`, { exact: true }).waitFor();
    await page.locator('article header').getByText(orderStatusLabels.completed, { exact: true }).waitFor();
    await expect.poll(() => complete.count()).toBe(0);
    const forTheShopper = async () => (await guest.get<Order>(`/api/orders/${order.id}`)).body.status;
    expect(await forTheShopper()).toBe('completed');
    const steps = await db()`select 1 from public.history
    where row_id = ${order.id} and after ->> 'status' = 'completed'`;
    expect(steps).toHaveLength(1);
    // Undoes the search.
    await takeOtherStep(page, `Take Back: ${orderStatusLabels.completed}`);
    await page.getByRole('button', { name: 'Take It Back' }).click();
    await page.getByText(`Order ${orderStatusLabels.paid}`, { exact: true }).waitFor();
    await (await otherStep(page, `Mark as ${orderStatusLabels.completed}`)).waitFor();
    expect(await forTheShopper()).toBe('paid');
  },
);

test.each(onPhone)(
  'on %s filters are in the URL, and Back and the back link restore them',
  async (_, viewport) => {
    const name = someName('Chebet');
    const cheap = await paidOrderOfGuest({ name });
    const dear = await paidOrderOfGuest({ name, quantity: 3 });
    await orderOfGuest({ name });
    const { page } = await openShop({ viewport });
    await openOrders({ page });
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await page.getByLabel('Order number, name, phone or e-mail').fill(name.toUpperCase());
    await page.getByText('3 orders', { exact: true }).waitFor();
    await page.getByLabel('Status').selectOption(orderStatusLabels.paid);
    await page.getByText('2 orders', { exact: true }).waitFor();
    // The heads are not seen where rows are two lines.
    const sort = page.getByLabel('Sort', { exact: true });
    if (await sort.isVisible()) await sort.selectOption('Total, ascending');
    else await page.getByRole('button', { name: 'Total' }).click();
    const numbers = () => page.locator('tbody tr a[href^="/admin/orders/"]').allInnerTexts();
    const wanted = [cheap, dear].map(({ order }) => `#${order.id.slice(-8).toUpperCase()}`);
    await expect.poll(numbers).toEqual(wanted);
    const address = new URL(page.url()).searchParams;
    expect([address.get('q'), address.get('status'), address.get('sort')]).toEqual([
      name.toUpperCase(),
      'paid',
      'totalAmount',
    ]);
    for (const backLink of [
      () => page.goBack(),
      () => page.getByRole('link', { name: 'All orders' }).click(),
    ]) {
      await page.getByRole('link', { name: wanted[1] }).click();
      await page.getByRole('heading', { name: `Order ${wanted[1]}` }).waitFor();
      await backLink();
      await page.getByText('2 orders', { exact: true }).waitFor();
      await page.getByRole('button', { name: `“${name.toUpperCase()}” Remove` }).waitFor();
      expect(await numbers()).toEqual(wanted);
    }
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBeNull();
  },
);

test('orders are filtered by the Nairobi days and the amounts in the URL', async () => {
  const name = someName('Barasa');
  const { order } = await orderOfGuest({ name });
  const { page } = await openShop({ viewport: phone });
  await openOrders(
    { page },
    `?q=${encodeURIComponent(name)}&min=${order.totalAmount}&max=${order.totalAmount}&to=2099-12-31`,
  );
  await page.getByText('1 order', { exact: true }).waitFor();
  // What is chosen stands beside the button.
  await page.getByRole('button', { name: 'To day 31 Dec 2099 Remove' }).waitFor();
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  expect(await page.getByLabel('From KES').inputValue()).toBe(String(order.totalAmount));
  await page.getByLabel('From day').fill('2099-01-01');
  await page.getByText('No orders found').waitFor();
  await page.getByLabel('From day').fill('2020-01-01');
  await page.getByLabel('To KES').fill(String(order.totalAmount - 1));
  await page.getByText('No orders found').waitFor();
});

function confirmCompletion(page: Shop['page']) {
  return page.getByRole('dialog').getByRole('button', { name: `Mark as ${orderStatusLabels.completed}` });
}
