import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { defaultShopDetails, shownPhone } from '../../supabase/functions/_shared/contract/shop-details.ts';
import { loseConnection, numberOf, orderOfGuest, paidOrderOfGuest } from './admin-orders-scene.ts';
import { openShop, phone } from './journey.ts';
import { signIn } from './shop-states.ts';
import { followLink } from './wait-for-page.ts';
import { onDesktop } from './widths.ts';

async function openSheet(page: Page, orderId: string, what: 'packing-slip' | 'receipt'): Promise<void> {
  await signIn(page, 'admin');
  await page.goto(`/admin/orders/${orderId}`);
  await page.getByRole('link', { name: what === 'receipt' ? 'Receipt' : 'Packing slip' }).click();
  await page
    .getByRole('heading', { level: 1, name: what === 'receipt' ? 'Receipt' : 'Packing slip' })
    .waitFor();
}
const textOf = async (page: Page) =>
  (await page.locator('article').innerText()).replaceAll('\u00a0', ' ').replace(/\s+/g, ' ');
/** The number of printed A4 pages. */
async function pagesOnPaper(page: Page): Promise<{ pages: number; size: string | undefined }> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  return { pages: pdf.match(/\/Type \/Page\b/g)?.length ?? 0, size: /MediaBox \[([^\]]*)\]/.exec(pdf)?.[1] };
}

test.each(onDesktop)(
  'on %s a receipt has the amount, the bank’s references and the shop, and prints alone on one A4 page',
  async (_, viewport) => {
    const { order } = await paidOrderOfGuest({ quantity: 2, name: 'Fatuma Hassan' });
    const { page } = await openShop({ viewport });
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', 'yes');
    });
    await openSheet(page, order.id, 'receipt');
    const words = await textOf(page);
    for (const part of [
      defaultShopDetails.name,
      shownPhone(defaultShopDetails.phones[0] ?? ''),
      numberOf(order.id),
      'Fatuma Hassan',
      `KES ${order.totalAmount.toLocaleString('en-KE')}`,
      'Card 4242........4242',
      'Nairobi time',
    ])
      expect(words).toContain(part);
    expect(words).toMatch(/Reference DON-\d+/);
    expect(words).toMatch(/Bank’s payment number \S+/);
    await page.getByRole('button', { name: 'Print' }).click();
    expect(await page.locator('html').getAttribute('data-printed')).toBe('yes');

    // On a phone nothing reaches beyond the sheet either.
    await page.setViewportSize(phone);
    const beyond = await page.evaluate(() => {
      const sheet = document.querySelector('[data-print-sheet]');
      const edge = sheet?.getBoundingClientRect().right ?? 0;
      const cells = [...(sheet?.querySelectorAll('td, th, dd') ?? [])];
      return cells.filter((cell) => cell.getBoundingClientRect().right > edge).length;
    });
    expect(beyond).toBe(0);
    await page.setViewportSize(viewport);

    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
    expect(await page.getByRole('banner').isVisible()).toBe(false);
    expect(await page.getByRole('heading', { name: 'Receipt' }).isVisible()).toBe(true);
    await page.emulateMedia({ media: null });
    expect(await pagesOnPaper(page)).toEqual({
      pages: 1,
      size: expect.stringMatching(/^0 0 59[45]\S* 84[12]/) as string,
    });
  },
);

test('a packing slip lists what to pack and the weight, without prices; an order that is not paid has no receipt', async () => {
  const { order } = await orderOfGuest({ quantity: 2 });
  const { page } = await openShop();
  await openSheet(page, order.id, 'packing-slip');
  const words = await textOf(page);
  expect(words).toContain('Deliver to Akinyi Odhiambo Oginga Odinga Street, Kisumu');
  expect(words).toContain(order.items[0]?.productName);
  expect(words).toMatch(/Total \d[\d.]* k?g 2/);
  expect(words).not.toContain('KES');
  expect((await pagesOnPaper(page)).pages).toBe(1);
  const pdf = await page.getByRole('link', { name: 'Packing slip (PDF)' }).getAttribute('href');
  const file = await page.request.get(pdf ?? '');
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf']);

  await followLink(page, `/admin/orders/${order.id}`);
  await page.getByRole('link', { name: 'Packing slip' }).waitFor();
  expect(await page.getByRole('link', { name: 'Receipt' }).count()).toBe(0);
  await followLink(page, `/admin/orders/${order.id}/print?what=receipt`);
  await page.getByRole('heading', { level: 1, name: 'There is no receipt' }).waitFor();
});

test('the packing slips of several orders are printed at once, each on its own page', async () => {
  const token = `s${Math.random().toString(36).slice(2, 10)}`;
  const placed = [
    await paidOrderOfGuest({ name: `One ${token}` }),
    await paidOrderOfGuest({ name: `Two ${token}` }),
  ];
  const { page } = await openShop();
  await signIn(page, 'admin');
  await page.goto(`/admin/orders?q=${token}`);
  await page.getByText('1–2 of 2 orders').waitFor();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check({ force: true });
  await page.getByRole('link', { name: 'Packing slips' }).click();
  await page.getByRole('heading', { level: 1, name: 'Packing slip' }).nth(1).waitFor();
  const slips = await page.locator('article').allInnerTexts();
  for (const { order } of placed)
    expect(slips.filter((slip) => slip.includes(numberOf(order.id)))).toHaveLength(1);
  expect((await pagesOnPaper(page)).pages).toBe(2);
});

test('the filtered orders are exported as a file that a spreadsheet reads, even after the connection was lost', async () => {
  const token = `k${Math.random().toString(36).slice(2, 10)}`;
  const evil = await orderOfGuest({ name: `=HYPERLINK("http://x.example") ${token}` });
  const paid = await paidOrderOfGuest({ name: `Wanjirũ ${token}`, phone: '0733 918 273', quantity: 2 });
  await orderOfGuest({ name: 'Somebody Else' });
  const { page } = await openShop({ expected: [/ERR_INTERNET_DISCONNECTED/] });
  await signIn(page, 'admin');
  await page.goto(`/admin/orders?q=${token}`);
  await page.getByText('1–2 of 2 orders').waitFor();

  const reconnect = await loseConnection(page, '**/rest/v1/rpc/export_orders*');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Exporting orders' });
  await dialog.getByRole('alert').filter({ hasText: 'The export was interrupted' }).waitFor();
  await reconnect();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Try again' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
  const file = await readFile(await download.path());
  expect([...file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const rows = parse(file, { bom: true, columns: true }) as Record<string, string>[];
  expect(rows).toMatchObject([
    {
      Order: numberOf(paid.order.id),
      Status: 'Paid',
      Customer: `Wanjirũ ${token}`,
      Phone: "'+254733918273",
      'Total KES': String(paid.order.totalAmount),
      Pieces: '2',
      'Ordered (Nairobi)': expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/) as string,
      'Payment reference': expect.stringMatching(/^DON-\d+$/) as string,
    },
    {
      Order: numberOf(evil.order.id),
      Status: 'Pending',
      Customer: `'=HYPERLINK("http://x.example") ${token}`,
    },
  ]);
  await page.getByText('2 orders are in the file.').waitFor();
  await dialog.waitFor({ state: 'hidden' });
});

test('a cancelled export saves no file and does not change the table', async () => {
  const { page } = await openShop();
  await orderOfGuest();
  await signIn(page, 'admin');
  await page.goto('/admin/orders');
  await page.locator('tbody tr').first().waitFor();
  let downloads = 0;
  page.on('download', () => (downloads += 1));
  await page.route('**/rest/v1/rpc/export_orders*', () => new Promise(() => {}));
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Exporting orders' });
  await dialog.getByText(/^0 of /).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.locator('tbody tr').count()).toBeGreaterThan(0);
  expect(downloads).toBe(0);
});
