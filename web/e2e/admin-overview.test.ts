import { expect, test } from 'vitest';
import { soldAt } from '../../supabase/tests/paid-at.ts';
import { paidOrderOfGuest } from './admin-orders-scene.ts';
import { plain, tile } from './admin-overview-scene.ts';
import { desktop, openShop } from './journey.ts';
import { db } from './shop-database.ts';
import { demoAccount, signIn } from './shop-states.ts';
import { followLink } from './wait-for-page.ts';
import { onDesktop, onPhone } from './widths.ts';

async function openOverview(viewport: { width: number; height: number }, search = '') {
  const { page } = await openShop({ viewport });
  await signIn(page, 'admin');
  await page.goto(`/admin${search}`);
  await page.getByRole('heading', { level: 2, name: 'Overview' }).waitFor();
  return page;
}

test.each(onPhone)(
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
    expect(await tabs.allInnerTexts()).toEqual(['Overview', 'Products', 'Orders', 'Transactions']);
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

test.each(onDesktop)('on %s the lists match Postgres, and the figures follow a sale', async (_, viewport) => {
  for (const price of [500_000, 600_000, 700_000, 800_000, 900_000])
    await soldAt(db(), new Date().toISOString(), price);
  const page = await openOverview(viewport);
  const sales = async () => Number((await tile(page, 'Total Sales')).figure.replace(/\D/g, ''));
  const before = await sales();
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
  await page.getByRole('heading', { name: 'What happened' }).waitFor();
  await soldAt(db(), new Date().toISOString(), 1000);
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Overview' }).click();
  await expect.poll(sales).toBe(before + 1000);
});

test.each(onDesktop)(
  'on %s the period is in the URL, and Back returns to the previous one',
  async (_, viewport) => {
    const page = await openOverview(viewport);
    const period = page.getByRole('navigation', { name: 'Period' });
    const present = () => period.locator('[aria-current]').innerText();
    expect(plain(await present()).replace(/\s+/g, ' ')).toBe('30 days');
    await period.getByRole('link', { name: '7 days' }).click();
    await page.getByText('Sales, last 7 days').waitFor();
    expect(new URL(page.url()).search).toBe('?period=7');
    await period.getByRole('link', { name: '12 months' }).click();
    await page.getByText('Sales, last 12 months').waitFor();
    await page.goBack();
    await page.getByText('Sales, last 7 days').waitFor();
    await followLink(page, '/admin?period=for-ever');
    await page.getByText('Sales, last 30 days').waitFor();
    await period.getByRole('link', { name: 'Today' }).click();
    await page.getByText('Sales, today').waitFor();
  },
);

test.each(onDesktop)('on %s the table has the values of the chart', async (_, viewport) => {
  await soldAt(db(), new Date(Date.now() - 2 * 86_400_000).toISOString(), 8400);
  const page = await openOverview(viewport, '?period=7');
  await page.getByRole('img', { name: /^Bar chart of net sales by day/ }).waitFor();
  const bars = page.locator('[data-at]');
  await bars.nth(6).waitFor();
  const drawn = await bars.evaluateAll((all) => all.map((bar) => Number(bar.getAttribute('data-value'))));
  await page.getByText('As a table').focus();
  await page.keyboard.press('Enter');
  const table = page.getByRole('table', { name: /^Net sales by day/ });
  const received = await table.locator('tbody td:nth-child(2)').allInnerTexts();
  expect(received.map((text) => Number(text.replace(/[^\d.]/g, '')))).toEqual(drawn);
});

test('alerts are on top with links', async () => {
  const { order } = await paidOrderOfGuest();
  await db()`update public.products set stock = 0 where id = (
    select id from public.products where is_active and slug like 'test-%' and stock > 0
      and private.held_quantity(id) = 0 limit 1)`;
  const page = await openOverview(desktop);
  await page.getByRole('link', { name: /out of stock/ }).click();
  await page.waitForURL('**/admin/products?state=active&stock=out');
  await page.goBack();
  await page.getByRole('link', { name: /^\d+ to send or do/ }).click();
  await page.waitForURL('**/admin/orders?status=to-send');
  await page.locator('tbody').getByRole('link', { name: /^#/ }).first().waitFor();
  // Those of other tests, which have waited longer, may fill the page.
  const number = order.id.slice(-8).toUpperCase();
  await followLink(page, `/admin/orders?status=to-send&q=${number}`);
  await page.getByRole('link', { name: `#${number}` }).waitFor();
  for (const path of ['/admin/orders?status=to-send', '/admin']) {
    await page.goBack();
    await page.waitForURL(`**${path}`);
  }
});
