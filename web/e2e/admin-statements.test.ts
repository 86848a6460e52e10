import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { orderStatusLabels } from '../src/orders/order-status-text.ts';
import { paidAtABank, type Payment } from './admin-transactions-scene.ts';
import { stringify } from './csv-text.ts';
import { openShop } from './journey.ts';
import { takeOtherStep } from './order-steps.ts';
import { db } from './shop-database.ts';
import { signIn } from './shop-states.ts';
import { onDesktop } from './widths.ts';

afterEach(() => db()`update private.settings set ship_when = 'approved', approved_ships_below = 50000`);

async function openStatements(page: Page): Promise<void> {
  await signIn(page, 'admin');
  await page.goto('/admin/transactions/settlement');
  await page.getByRole('heading', { name: 'Import a statement' }).waitFor();
}

async function chooseFile(page: Page, name: string, content: string | Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^Choose (a|another) file$/ }).click();
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });
}

const indexOf = async ({ rowId }: Payment) => {
  const [row] = await db()<{ index: string }[]>`
    select transaction_id as index from public.transactions where id = ${rowId}`;
  return row?.index ?? '';
};
const settledOn = async ({ rowId }: Payment) => {
  const [row] = await db()<
    { day: string | null }[]
  >`select settled_on::text as day from public.transactions where id = ${rowId}`;
  return row?.day ?? null;
};
const amountOf = ({ order }: Payment) => `${order.totalAmount.toLocaleString('en-KE')}.00`;

test.each(onDesktop)(
  'on %s the columns of a statement are mapped once, previewed and imported; the next file needs no mapping',
  async (_, viewport) => {
    const [first, second] = [await paidAtABank(), await paidAtABank()];
    const { page } = await openShop({ viewport });
    await openStatements(page);
    const workbook = readFileSync('web/src/dashboard/lib/table-file/statement.xlsx');
    await chooseFile(page, 'broken.xlsx', workbook.subarray(0, 900));
    await page.getByText('“broken.xlsx” cannot be read').waitFor();
    await chooseFile(page, 'statement.xlsx', workbook);
    await page.getByText('2 lines settle nothing and will wait for you.').waitFor();
    await page.getByRole('button', { name: 'Discard this file' }).click();
    await page.getByRole('button', { name: 'Choose a file' }).waitFor();

    // Earlier runs had other columns and other lines.
    const mark = randomUUID().slice(0, 8);
    const heads = [`Booked ${mark}`, 'Ours', 'Theirs', 'Money'];
    const row = async (payment: Payment) => [
      '20.11.2026',
      payment.reference,
      await indexOf(payment),
      amountOf(payment),
    ];
    await chooseFile(
      page,
      'november.csv',
      stringify([
        ['The Bank'],
        heads,
        await row(first),
        ['19.11.2026', 'DON-0', mark, '5.00'],
        ['x', '', '', '1'],
      ]),
    );
    await page.getByText('Missing: the day, the amount').waitFor();
    await page.getByLabel('Day', { exact: true }).selectOption({ index: 1 });
    await page.getByLabel('Amount', { exact: true }).selectOption('Money');
    await page.getByLabel('Bank’s number').selectOption('Theirs');
    await page.getByText('1 payment becomes settled').waitFor();
    await page.getByText('1 line settles nothing and will wait for you.').waitFor();
    await page.getByText('Row 5: “x” is not a day that we can read.').waitFor();
    expect(await settledOn(first)).toBeNull();
    await page.getByRole('button', { name: 'Import Statement' }).dblclick();
    await page.getByText('“november.csv” is imported').waitFor();
    expect(await settledOn(first)).toBe('2026-11-20');

    // The columns are known now; importing the same file again changes nothing.
    await chooseFile(page, 'later.csv', stringify([heads, await row(first), await row(second)]));
    await page.getByText('Columns as in the last statement').waitFor();
    await page.getByText('1 line was in an earlier statement').waitFor();
    await page.getByRole('button', { name: 'Import Statement' }).click();
    await page.getByText('“later.csv” is imported').waitFor();
    expect(await settledOn(second)).toBe('2026-11-20');

    const open = page.getByRole('listitem').filter({ hasText: mark }).first();
    await open.getByRole('button', { name: /^Answer KES [\d,.]+, .+, row \d+$/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Save Answer' }).click();
    await dialog.getByText('Please say how you know').waitFor();
    await dialog.getByLabel('How you know, or what it is instead').fill('A payment of the old shop');
    await dialog.getByRole('button', { name: 'Save Answer' }).click();
    await page.getByText('Answer Saved').waitFor();
  },
);

test('completing a large order that is not settled requires a reason', async () => {
  await db()`update private.settings set approved_ships_below = 0`;
  const one = await paidAtABank();
  const { page } = await openShop();
  await signIn(page, 'admin');
  await page.goto(`/admin/orders/${one.order.id}`);
  await page.getByText('It is not in a statement of the bank yet').waitFor();
  await takeOtherStep(page, `Mark as ${orderStatusLabels.completed}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('It was paid by card, and is not in the bank’s statement yet.').waitFor();
  await dialog.getByRole('button', { name: `Mark as ${orderStatusLabels.completed}` }).click();
  await dialog.getByText('Please say in some words why it is completed now').waitFor();
  await dialog.getByLabel('Reason').fill('The bank confirmed by phone');
  await dialog.getByRole('button', { name: `Mark as ${orderStatusLabels.completed}` }).click();
  await page.getByText(`Order ${orderStatusLabels.completed}`, { exact: true }).waitFor();
  await page.getByText('The bank confirmed by phone').waitFor();
});
