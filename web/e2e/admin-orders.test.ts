import { expect, test } from 'vitest';
import { registered } from '../../supabase/tests/admin-visitor.ts';
import { comeBack, payAtTheBank, type Visitor } from '../../supabase/tests/api-visitor.ts';
import {
  advanceElsewhere,
  loseConnection,
  orderOfGuest,
  ownerElsewhere,
  paidOrderOfGuest,
} from './admin-orders-scene.ts';
import { openShop, phone, type Shop } from './journey.ts';
import { db } from './shop-database.ts';
import { signIn, takeSession } from './shop-states.ts';
import { onPhone } from './widths.ts';

/** A unique Kenyan mobile number. */
const someNumber = () => `0722${String(Math.floor(Math.random() * 1e6)).padStart(6, '0')}`;
const someName = (first: string) => `${first} ${Math.random().toString(36).slice(2, 10)}`;
/** The text of a page with ordinary spaces instead of no-break spaces. */
const plain = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ');

async function openOrders(shop: Pick<Shop, 'page'>, search = ''): Promise<void> {
  await signIn(shop.page, 'admin');
  await shop.page.goto(`/admin/orders${search}`);
  await shop.page.getByRole('heading', { level: 2, name: 'Orders', exact: true }).waitFor();
}

/** The shopper's own orders, in their own browser. */
async function ordersOfShopper(guest: Visitor): Promise<string> {
  const { page, site } = await openShop();
  await takeSession(page, site, guest.cookie, true);
  await page.goto('/orders');
  await page.locator('article').first().waitFor();
  return page.locator('article header').first().innerText();
}

test.each(onPhone)(
  'on %s an order is found by its phone number and completed, for its shopper too',
  async (_, viewport) => {
    const number = someNumber();
    const { order, guest } = await paidOrderOfGuest({ phone: number });
    await orderOfGuest();
    const { page } = await openShop({ viewport });
    await openOrders({ page });
    await page
      .getByLabel('Order number, name, phone or e-mail')
      .fill(`+254 ${number.slice(1, 4)} ${number.slice(4, 7)} ${number.slice(7)}`);
    await page.getByText('1–1 of 1 orders').waitFor();
    await page.getByRole('link', { name: `#${order.id.slice(-8).toUpperCase()}` }).click();
    const complete = page.getByRole('button', { name: 'Mark as Completed' });
    await complete.click();
    await confirmCompletion(page).dblclick();
    await page.getByText('Order Completed', { exact: true }).waitFor();
    await page.locator('article header').getByText('Completed', { exact: true }).waitFor();
    await expect.poll(() => complete.count()).toBe(0);
    expect(await ordersOfShopper(guest)).toContain('Completed');
    const steps = await db()`select 1 from public.history
    where row_id = ${order.id} and after ->> 'status' = 'completed'`;
    expect(steps).toHaveLength(1);
    // Undoes the search.
    await page.getByRole('button', { name: 'Not Completed Yet' }).click();
    await page.getByText('Order Paid').waitFor();
    await complete.waitFor();
    expect(await ordersOfShopper(guest)).toContain('Paid');
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
    await page.getByLabel('Order number, name, phone or e-mail').fill(name.toUpperCase());
    await page.getByText('1–3 of 3 orders').waitFor();
    await page.getByLabel('Status').selectOption('Paid');
    await page.getByText('1–2 of 2 orders').waitFor();
    await page.getByRole('button', { name: 'Total' }).click();
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
      await page.getByText('1–2 of 2 orders').waitFor();
      expect(await page.getByLabel('Order number, name, phone or e-mail').inputValue()).toBe(
        name.toUpperCase(),
      );
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
  await page.getByText('1–1 of 1 orders').waitFor();
  // On a phone active filters are never collapsed.
  expect(await page.getByLabel('From KES').inputValue()).toBe(String(order.totalAmount));
  await page.getByLabel('From day').fill('2099-01-01');
  await page.getByText('No orders found').waitFor();
  await page.getByLabel('From day').fill('2020-01-01');
  await page.getByLabel('To KES').fill(String(order.totalAmount - 1));
  await page.getByText('No orders found').waitFor();
});

test('a refetched table shows changes by others and keeps its position; offline it says so and keeps its rows', async () => {
  const name = someName('Atieno');
  const { order } = await paidOrderOfGuest({ name });
  const { page } = await openShop({ expected: [/ERR_INTERNET_DISCONNECTED/] });
  await openOrders({ page }, `?q=${encodeURIComponent(name)}`);
  const row = page.locator('tbody tr');
  await row.getByText('Paid', { exact: true }).waitFor();
  await advanceElsewhere(await ownerElsewhere(), order.id, 'completed');
  const address = page.url();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await row.getByText('Completed', { exact: true }).waitFor();
  expect(page.url()).toBe(address);

  const reconnect = await loseConnection(page, '**/rest/v1/rpc/list_order_page*');
  await page.getByRole('button', { name: 'Refresh' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'We could not load the orders' });
  await alert.waitFor();
  expect(await alert.innerText()).toContain('What you see below is from');
  expect(await row.count()).toBe(1);
  await reconnect();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await alert.waitFor({ state: 'detached' });
});

test.each(onPhone)(
  'on %s several orders are completed at once; those that could not be stay selected, with a message',
  async (_, viewport) => {
    const name = someName('Nekesa');
    const [first, second, unpaid] = [
      await paidOrderOfGuest({ name }),
      await paidOrderOfGuest({ name }),
      await orderOfGuest({ name }),
    ];
    const { page } = await openShop({ viewport, expected: [/status of 409/] });
    await openOrders({ page }, `?q=${encodeURIComponent(name)}`);
    await page.getByText('1–3 of 3 orders').waitFor();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check({ force: true });
    // A refetch does not change the selection.
    await page.getByRole('button', { name: 'Refresh' }).click();
    const bar = page.getByRole('region', { name: 'Selected orders' });
    await bar.getByText('3 orders selected').waitFor();
    await bar.getByRole('button', { name: 'Mark as Completed' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as Completed' }).dblclick();
    await page.getByText('2 orders are completed. 1 could not be: only a paid order can.').waitFor();
    await bar.getByText('1 order selected').waitFor();
    const rows = await db()<{ id: string; status: string }[]>`
    select id, status from public.orders where customer_name = ${name}`;
    expect(Object.fromEntries(rows.map(({ id, status }) => [id, status]))).toEqual({
      [first.order.id]: 'completed',
      [second.order.id]: 'completed',
      [unpaid.order.id]: 'pending',
    });
  },
);

test('an order that another admin completed meanwhile is shown with who did it, not as an error', async () => {
  const { order } = await paidOrderOfGuest();
  const other = await registered(db(), 'admin');
  const { page } = await openShop();
  await signIn(page, 'admin');
  await page.goto(`/admin/orders/${order.id}`);
  const complete = page.getByRole('button', { name: 'Mark as Completed' });
  await complete.waitFor();
  await advanceElsewhere(other, order.id, 'completed');
  await complete.click();
  await confirmCompletion(page).click();
  const notice = page.getByRole('status').filter({ hasText: 'Changed meanwhile' });
  await notice.waitFor();
  expect(await notice.innerText()).toMatch(
    /Wanjiru Owner changed this order meanwhile: it has been Completed since/,
  );
  await page.locator('article header').getByText('Completed', { exact: true }).waitFor();
});

test('cancelling asks for confirmation; an order that was paid meanwhile stays, and is shown as paid', async () => {
  const kept = await orderOfGuest();
  const { page } = await openShop({ expected: [/status of 409/] });
  await signIn(page, 'admin');
  const ask = async (id: string) => {
    await page.goto(`/admin/orders/${id}`);
    await page.getByRole('button', { name: 'Cancel Order' }).click();
    return page.getByRole('dialog', { name: `Cancel order #${id.slice(-8).toUpperCase()}?` });
  };
  const first = await ask(kept.order.id);
  await first.getByRole('button', { name: 'Keep It' }).click();
  await first.waitFor({ state: 'hidden' });
  const second = await ask(kept.order.id);
  await second.getByRole('button', { name: 'Cancel the Order' }).dblclick();
  await page.locator('article header').getByText('Cancelled', { exact: true }).waitFor();

  const paid = await orderOfGuest();
  const third = await ask(paid.order.id);
  await payNow(paid);
  await third.getByRole('button', { name: 'Cancel the Order' }).click();
  const notice = page.getByRole('status').filter({ hasText: 'Changed meanwhile' });
  await notice.waitFor();
  expect(plain(await notice.innerText())).toContain('it is Paid now');
  await page.getByRole('button', { name: 'Mark as Completed' }).waitFor();
});

function confirmCompletion(page: Shop['page']) {
  return page.getByRole('dialog').getByRole('button', { name: 'Mark as Completed' });
}

async function payNow({ payment }: Awaited<ReturnType<typeof orderOfGuest>>): Promise<void> {
  await comeBack(await payAtTheBank(payment, '4242424242424242'));
}
