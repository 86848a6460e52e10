import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { orderStatusLabels } from '../src/orders/order-status-text.ts';
import {
  loseConnection,
  listedNumberOf,
  numberOf,
  orderOfGuest,
  paidOrderOfGuest,
} from './admin-orders-scene.ts';
import { readPdf } from '../../supabase/tests/read-pdf.ts';
import { openShop } from './journey.ts';
import { signIn } from './shop-states.ts';

/** The words of the PDF that a link of the page leads to. */
async function pdfOf(page: Page, name: string | RegExp): Promise<{ pages: number; words: string }> {
  const address = await page.getByRole('link', { name }).getAttribute('href');
  const file = await page.request.get(address ?? '');
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf']);
  const { pages, text } = readPdf(await file.body());
  return { pages, words: text.join(' ').replaceAll('\u00a0', ' ') };
}

test('a packing slip lists what to pack, without prices', async () => {
  const { order } = await orderOfGuest({ quantity: 2 });
  const { page } = await openShop();
  await signIn(page, 'admin');
  await page.goto(`/admin/orders/${order.id}`);
  const { pages, words } = await pdfOf(page, 'Packing slip (PDF)');
  expect(pages).toBe(1);
  for (const part of [numberOf(order.id), 'Akinyi Odhiambo', order.items[0]?.productName ?? '', 'UNPAID'])
    expect(words).toContain(part);
  expect(words).not.toContain('KES');
});

test('the packing slips of several orders are one PDF, each on its own page; their pick list is printed alone', async () => {
  const token = `s${Math.random().toString(36).slice(2, 10)}`;
  const placed = [
    await paidOrderOfGuest({ name: `One ${token}` }),
    await paidOrderOfGuest({ name: `Two ${token}` }),
  ];
  const { page } = await openShop();
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', 'yes');
  });
  await signIn(page, 'admin');
  await page.goto(`/admin/orders?q=${token}`);
  await page.getByText('2 orders', { exact: true }).waitFor();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check({ force: true });
  const { pages, words } = await pdfOf(page, 'Packing slips (PDF)');
  expect(pages).toBe(2);
  for (const { order } of placed) expect(words).toContain(`Order ${numberOf(order.id)}`);

  await page.getByRole('link', { name: 'Pick list' }).click();
  await page.getByRole('heading', { level: 1, name: 'Pick list' }).waitFor();
  for (const { order } of placed) await page.getByText(`for ${listedNumberOf(order.id)}`).waitFor();
  await page.getByRole('button', { name: 'Print' }).click();
  expect(await page.locator('html').getAttribute('data-printed')).toBe('yes');
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  expect(await page.getByRole('banner').isVisible()).toBe(false);
  expect(await page.getByRole('heading', { name: 'Pick list' }).isVisible()).toBe(true);
  await page.emulateMedia({ media: null });
  const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(printed.match(/\/Type \/Page\b/g)).toHaveLength(1);
  expect(/MediaBox \[([^\]]*)\]/.exec(printed)?.[1]).toMatch(/^0 0 59[45]\S* 84[12]/);
});

test('the filtered orders are exported as a file that a spreadsheet reads, even after the connection was lost', async () => {
  const token = `k${Math.random().toString(36).slice(2, 10)}`;
  const evil = await orderOfGuest({ name: `=HYPERLINK("http://x.example") ${token}` });
  const paid = await paidOrderOfGuest({ name: `Wanjirũ ${token}`, phone: '0733 918 273', quantity: 2 });
  await orderOfGuest({ name: 'Somebody Else' });
  const { page } = await openShop({ expected: [/ERR_INTERNET_DISCONNECTED/] });
  await signIn(page, 'admin');
  await page.goto(`/admin/orders?q=${token}`);
  await page.getByText('2 orders', { exact: true }).waitFor();

  const reconnect = await loseConnection(page, '**/rest/v1/rpc/export_orders*');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await page.getByText('Nothing Exported').waitFor();
  await reconnect();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
  const file = await readFile(await download.path());
  expect([...file.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const rows = parse(file, { bom: true, columns: true }) as Record<string, string>[];
  expect(rows).toMatchObject([
    {
      Order: listedNumberOf(paid.order.id),
      Status: orderStatusLabels.paid,
      Customer: `Wanjirũ ${token}`,
      Phone: "'+254733918273",
      'Total KES': String(paid.order.totalAmount),
      Pieces: '2',
      'Ordered (Nairobi)': expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/) as string,
      'Payment reference': expect.stringMatching(/^DON-\d+$/) as string,
    },
    {
      Order: listedNumberOf(evil.order.id),
      Status: orderStatusLabels.pending,
      Customer: `'=HYPERLINK("http://x.example") ${token}`,
    },
  ]);
  await page.getByText('2 orders are in the file.').waitFor();
});
