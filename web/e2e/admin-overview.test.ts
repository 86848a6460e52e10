import { expect, test } from 'vitest';
import { soldAt } from '../../supabase/tests/paid-at.ts';
import { paidOrderOfGuest } from './admin-orders-scene.ts';
import {
  mockPostgres,
  midnightInNairobi,
  noAlerts,
  plain,
  receivedBetween,
  tile,
} from './admin-overview-scene.ts';
import { desktop, openShop } from './journey.ts';
import { db } from './shop-database.ts';
import { mockResponse, demoAccount, signIn } from './shop-states.ts';
import { bothWidths, onDesktop } from './widths.ts';

const days = (count: number) => count * 86_400_000;
const count = new Intl.NumberFormat('en-KE');

async function openOverview(viewport: { width: number; height: number }, search = '') {
  const { page } = await openShop({ viewport });
  await signIn(page, 'admin');
  await page.goto(`/admin${search}`);
  await page.getByRole('heading', { level: 2, name: 'Overview' }).waitFor();
  return page;
}

test.each(bothWidths)(
  'on %s an admin signs in, lands on the overview and finds the tabs',
  async (_, viewport) => {
    const { page } = await openShop({ viewport });
    await page.goto('/login');
    const { email, password } = demoAccount('admin');
    await page.getByLabel('Email Address').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.locator('main').getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/admin');
    const tabs = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link');
    await tabs.first().waitFor();
    expect(await tabs.allInnerTexts()).toEqual([
      'Overview',
      'Products',
      'Orders',
      'Transactions',
      'Messages',
      'People',
      'Health',
      'Settings',
    ]);
    expect(await tabs.first().getAttribute('aria-current')).toBe('page');
    // None is cut off or needs scrolling.
    for (const tab of await tabs.all()) {
      const { isWhole, left, right } = await tab.evaluate((link) => {
        const { left, right } = link.getBoundingClientRect();
        return { isWhole: link.scrollWidth <= link.clientWidth, left, right };
      });
      expect(isWhole).toBe(true);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(viewport.width);
    }
  },
);

test.each(onDesktop)('on %s the four figures match Postgres', async (_, viewport) => {
  await soldAt(db(), new Date(Date.now() - days(3)).toISOString(), 31_700);
  await soldAt(db(), new Date(Date.now() - days(33)).toISOString(), 20_000);
  const page = await openOverview(viewport);
  const sales = await tile(page, 'Total Sales');
  const orders = await tile(page, 'Total Orders');
  const from = new Date(midnightInNairobi().getTime() - days(29));
  const now = await receivedBetween(from, new Date());
  const then = await receivedBetween(new Date(from.getTime() - days(30)), new Date(Date.now() - days(30)));
  expect(sales.figure).toBe(`KES ${count.format(now.sales)}`);
  expect(orders.figure).toBe(count.format(now.orders));
  const ever = await receivedBetween(new Date(0), new Date());
  expect(sales.allTime).toBe(`KES ${count.format(ever.sales)} in all`);
  expect(orders.allTime).toBe(`${count.format(ever.orders)} in all`);
  const percent = ((now.sales - then.sales) / then.sales) * 100;
  if (Math.abs(percent) < 900)
    expect(sales.change).toMatch(percent > 0 ? /^\+[\d.,]+ % more than in the 30 days/ : /^−/);
  const [row] = await db()`select (select count(*)::integer from public.products where is_active) as products,
    (select count(*)::integer from public.users) as users`;
  expect((await tile(page, 'Total Products')).figure).toBe(count.format(row?.products as number));
  expect((await tile(page, 'Total Users')).figure).toBe(count.format(row?.users as number));
  expect((await tile(page, 'Total Users')).change).toMatch(
    /(more|fewer) than 30 days ago|As many as 30 days ago/,
  );
});

test('a day starts at midnight in Nairobi; a payment received a second before is yesterday’s', async () => {
  const midnight = midnightInNairobi().getTime();
  const before = await receivedBetween(new Date(midnight), new Date());
  await soldAt(db(), new Date(midnight - 1000).toISOString(), 700_000);
  await soldAt(db(), new Date(midnight).toISOString(), 41_000);
  await soldAt(db(), new Date(midnight - days(1)).toISOString(), 1000);
  const page = await openOverview(desktop, '?period=today');
  const { figure, change } = await tile(page, 'Total Sales');
  const then = await receivedBetween(new Date(midnight - days(1)), new Date(Date.now() - days(1)));
  expect(figure).toBe(`KES ${count.format(before.sales + 41_000)}`);
  const ratio = (before.sales + 41_000) / then.sales;
  if (ratio >= 10)
    expect(change).toBe(`× ${count.format(Math.round(ratio))} as much as in yesterday until now`);
  else expect(change).toContain('than in yesterday until now');
});

test('after a period without sales there is no percentage', async () => {
  const page = await openOverview(desktop, '?period=90');
  const from = midnightInNairobi().getTime() - days(89);
  const then = await receivedBetween(new Date(from - days(90)), new Date(Date.now() - days(90)));
  expect(then.sales).toBe(0);
  expect((await tile(page, 'Total Sales')).change).toBe('No sales in the 90 days before');
  expect((await tile(page, 'Total Orders')).change).toBe('No paid orders in the 90 days before');
});

test.each(onDesktop)(
  'on %s the period is in the URL, and Back returns to the previous one',
  async (_, viewport) => {
    const page = await openOverview(viewport);
    const period = page.getByRole('navigation', { name: 'Period' });
    const present = () => period.locator('[aria-current]').innerText();
    expect(plain(await present()).replace(/\s+/g, ' ')).toBe('30 days');
    await period.getByRole('link', { name: '7 days' }).click();
    await page.getByRole('heading', { name: 'The last 7 days' }).waitFor();
    expect(new URL(page.url()).search).toBe('?period=7');
    await period.getByRole('link', { name: '12 months' }).click();
    await page.getByRole('heading', { name: 'The last 12 months' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'The last 7 days' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'The last 7 days' }).waitFor();
    await page.goto('/admin?period=for-ever');
    await page.getByRole('heading', { name: 'The last 30 days' }).waitFor();
  },
);

test.each(onDesktop)(
  'on %s the tables have the values of the charts, which match Postgres',
  async (_, viewport) => {
    await soldAt(db(), new Date(Date.now() - days(2)).toISOString(), 8400);
    const page = await openOverview(viewport, '?period=7');
    await page.getByRole('img', { name: /^Bar chart of payments approved by day/ }).waitFor();
    const bars = page.locator('rect[data-at]');
    await bars.nth(6).waitFor();
    const drawn = await bars.evaluateAll((all) => all.map((bar) => Number(bar.getAttribute('data-value'))));
    const toggle = page.getByRole('button', { name: 'Show as table' });
    await toggle.first().focus();
    await page.keyboard.press('Enter');
    const table = page.getByRole('table', { name: /^Payments approved by day/ });
    const received = await table.locator('tbody td:nth-child(2)').allInnerTexts();
    expect(received.map((text) => Number(text.replace(/\D/g, '')))).toEqual(drawn);
    const from = midnightInNairobi().getTime() - days(6);
    for (const [place, sum] of drawn.entries()) {
      const day = await receivedBetween(new Date(from + days(place)), new Date(from + days(place + 1)));
      expect(day.sales).toBe(sum);
    }
    await toggle.click();
    const statuses = page.getByRole('table', { name: /^Orders placed by status/ });
    const shown = await statuses.locator('tbody td:nth-child(2)').allInnerTexts();
    const rows = await db()<{ orders: number }[]>`
    select (select count(*)::integer from public.orders where status = s and created_at >= ${new Date(from)}) as orders
    from unnest(array['pending', 'paid', 'completed', 'failed', 'cancelled']) with ordinality t (s, place) order by place`;
    expect(shown).toEqual(rows.map(({ orders }) => count.format(orders)));
    expect(await statuses.locator('tbody th').allInnerTexts()).toEqual([
      'Pending',
      'Paid',
      'Completed',
      'Failed',
      'Cancelled',
    ]);
  },
);

test('five recent orders and five top products are shown, the newest and the best first', async () => {
  for (const price of [500_000, 600_000, 700_000, 800_000, 900_000, 400_000])
    await soldAt(db(), new Date().toISOString(), price);
  const page = await openOverview(desktop);
  const recent = page.getByRole('region', { name: 'Recent Orders' }).getByRole('listitem');
  const top = page.getByRole('region', { name: 'Top Products' }).getByRole('listitem');
  await recent.nth(4).waitFor();
  await top.nth(4).waitFor();
  expect(await recent.count()).toBe(5);
  expect(await top.count()).toBe(5);
  const newest = await db()<
    { id: string }[]
  >`select id from public.orders order by created_at desc, id desc limit 5`;
  for (const [place, { id }] of newest.entries())
    expect(await recent.nth(place).innerText()).toContain(`#${id.slice(-8).toUpperCase()}`);
  const sums = (await top.allInnerTexts()).map((text) =>
    Number(/KES\s([\d,]+)/.exec(text)?.[1]?.replaceAll(',', '')),
  );
  expect(sums).toEqual([...sums].sort((a, b) => b - a));
  expect(sums[0]).toBeGreaterThanOrEqual(900_000);
  await recent.first().getByRole('link').click();
  await page.waitForURL(`**/admin/orders/${newest[0]?.id}`);
});

test('the figures are refetched when the tab gets the focus', async () => {
  const page = await openOverview(desktop);
  const before = Number((await tile(page, 'Total Products')).figure.replace(/\D/g, ''));
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Products' }).click();
  await page.getByRole('heading', { level: 2, name: 'Products' }).waitFor();
  await soldAt(db(), new Date().toISOString(), 1000);
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Overview' }).click();
  await expect
    .poll(async () => Number((await tile(page, 'Total Products')).figure.replace(/\D/g, '')))
    .toBe(before + 1);
});

test('alerts are on top with links; the difference of the day links to the transactions', async () => {
  const { order } = await paidOrderOfGuest();
  await db()`update public.products set stock = 0 where id = (
    select id from public.products where is_active and slug like 'test-%' and stock > 0
      and private.held_quantity(id) = 0 limit 1)`;
  const page = await openOverview(desktop);
  await page.getByRole('link', { name: /Difference today: .*KES/ }).waitFor();
  await page.getByRole('link', { name: /out of stock/ }).click();
  await page.waitForURL('**/admin/products?state=active&stock=out');
  await page.goBack();
  await page.getByRole('link', { name: /paid orders? (is|are) waiting to be packed and sent/ }).click();
  await page.waitForURL('**/admin/orders?status=paid');
  await page.getByRole('link', { name: `#${order.id.slice(-8).toUpperCase()}` }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: /Difference today: .*KES/ }).click();
  await page.waitForURL('**/admin/transactions');
});

test('a day without alerts says so', async () => {
  const { page } = await openShop();
  await mockPostgres(page, 'rpc/owner_alerts', 200, noAlerts);
  await signIn(page, 'admin');
  await page.goto('/admin');
  await page.getByText('Nothing needs you now').waitFor();
});

test('a part that fails does not affect the others, and can be retried', async () => {
  const { page } = await openShop({ expected: [/status of 500/] });
  await signIn(page, 'admin');
  const broken = { code: 'internal', message: 'Something went wrong on our side.' };
  await mockResponse(page, '/api/admin/overview?*', 500, broken);
  await page.goto('/admin');
  const alert = page.getByRole('alert').filter({ hasText: 'We could not load the figures' });
  await alert.waitFor();
  await page.getByRole('region', { name: 'Recent Orders' }).getByRole('listitem').first().waitFor();
  await page.unroute('**/api/admin/overview?*');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await tile(page, 'Total Sales');
  expect(await alert.count()).toBe(0);
});
