import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { workbookOf } from '../src/testing/workbook.ts';
import { stringify } from './csv-text.ts';
import type { Page } from 'playwright-core';
import { db } from './shop-database.ts';
import type { Screen } from './screen.ts';
import { signIn } from './shop-states.ts';

export type Row = Record<string, string>;

/** Creates products of a new brand, by which an export can be filtered; returns the brand. */
export async function manyProducts(count: number): Promise<string> {
  const mark = randomUUID().slice(0, 8);
  await db()`
    insert into public.products (slug, name, category, description, price, stock, image_url, brand, specs)
    select 'rod-' || ${mark} || '-' || n, 'Rod "' || n || '", ' || ${mark}, 'washing', 'Line one' || chr(10) || '=2+2 😀', 1000 + n, n,
      '/favicon.svg', ${mark}, '[{"label": "Length", "value": "3 m"}]'
    from generate_series(1, ${count}) n`;
  return mark;
}

export async function openSpreadsheet(page: Page, search = ''): Promise<void> {
  const me = await page.request.get('/api/auth/me');
  if (!me.ok()) await signIn(page, 'admin');
  await page.goto(`/admin/products/spreadsheet${search}`);
  await page.getByRole('heading', { name: 'Lists', exact: true }).waitFor();
}

/** The file of an export of the filtered products. */
export async function exportOf(page: Page): Promise<{ text: string; rows: Row[] }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Export (all|filtered) products$/ }).click();
  const file = await download;
  const text = readFileSync(await file.path(), 'utf8');
  return { text, rows: parse(text, { columns: true, bom: true }) };
}

export const csvOf = (rows: readonly Row[]) =>
  stringify([Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]);

export async function chooseFile(page: Page, content: string | Uint8Array, name = 'products.csv') {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^Choose (a|another) file$/ }).click();
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
}

/** A supplier's list of these products in Excel, whose heading nobody has mapped yet; two of its rows are bad. */
export function supplierList(rows: readonly Row[], mark: string): Uint8Array {
  return workbookOf([
    ['Geo Supplies Ltd', '', '', ''],
    ['Prices of November', '', '', ''],
    ['No.', 'Item', `Retail ${mark}`, 'Remarks'],
    ...rows.map(({ name = '' }, i) => [String(i + 1), name.toUpperCase(), `KES ${1020 + i}.00`, 'boxed']),
    ['', 'GPS', '', ''],
    ['8', `Unknown ${mark}`, '500', ''],
    ['9', rows[0]!.slug!, '95.000', ''],
  ]);
}

export const expectPreview = (page: Page, text: string) =>
  page.getByRole('status').filter({ hasText: text }).waitFor();

async function smallPreview(page: Page, change: (rows: Row[]) => void): Promise<Row[]> {
  const mark = await manyProducts(6);
  await openSpreadsheet(page, `?q=${mark}`);
  const { rows } = await exportOf(page);
  change(rows);
  await chooseFile(page, csvOf(rows));
  return rows;
}

/** The states of this page, for screenshots and accessibility checks. */
export const spreadsheetScreens: readonly Screen[] = [
  { name: 'admin-spreadsheet', show: (page) => openSpreadsheet(page) },
  {
    name: 'admin-spreadsheet-bad-rows',
    show: async (page) => {
      await smallPreview(page, (rows) => {
        rows[0]!.price_kes = 'free';
        rows[1]!.name = '';
        rows[1]!.stock = '-3';
        rows[2]!.price_kes = '990';
        rows[3]!.stock = '99';
        rows[3]!.updated = '2026-01-05T06:00:00.000Z';
      });
      await expectPreview(page, '2 bad, 1 changed');
    },
  },
  {
    name: 'admin-spreadsheet-changes',
    show: async (page) => {
      await smallPreview(page, (rows) => {
        rows[0]!.price_kes = '85000';
        rows[1]!.description =
          'A longer text, which a surveyor reads on a phone in the sun before the rod is bought.';
        rows[1]!['my notes'] = 'x';
        rows[0]!['my notes'] = '';
        rows[2]!.specifications = 'Length = 5 m\nMaterial = Aluminium';
      });
      await expectPreview(page, '0 bad, 3 changed');
    },
  },
  {
    name: 'admin-spreadsheet-refused',
    show: async (page) => {
      await openSpreadsheet(page);
      await chooseFile(page, '%PDF-1.7', 'prices.pdf');
      await page.getByText('This is a PDF.').waitFor();
    },
  },
  {
    name: 'admin-spreadsheet-columns',
    show: async (page) => {
      const mark = await manyProducts(3);
      await openSpreadsheet(page, `?q=${mark}`);
      const { rows } = await exportOf(page);
      await chooseFile(page, supplierList(rows, mark), 'supplier.xlsx');
      await page.getByLabel('Round prices to').waitFor();
    },
  },
  {
    name: 'admin-spreadsheet-list',
    show: async (page) => {
      const mark = await manyProducts(3);
      await openSpreadsheet(page, `?q=${mark}`);
      const { rows } = await exportOf(page);
      await chooseFile(page, supplierList(rows, mark), 'supplier.xlsx');
      await page.getByLabel('Price', { exact: true }).selectOption(`Retail ${mark}`);
      await page.getByLabel('Round prices to').selectOption('The nearest KES 50');
      await page.getByRole('button', { name: 'Preview' }).click();
      await expectPreview(page, '3 bad, 2 changed');
      await page.getByRole('button', { name: /^2 Changed$/ }).click();
    },
  },
  {
    name: 'admin-spreadsheet-undo',
    isOverlay: true,
    show: async (page) => {
      const rows = await smallPreview(page, (all) => {
        for (const row of all) row.price_kes = '1500';
      });
      await page.getByRole('button', { name: 'Write 6 rows' }).click();
      await page.getByText('is imported').waitFor();
      await db()`update public.products set price = 2600 where id = ${rows[0]!.id ?? ''}`;
      await page.getByRole('button', { name: 'Undo “products.csv”' }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Nothing was undone').waitFor();
    },
    expected: [/status of 409/],
  },
];
