import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { stackUnderTest } from '../../local/testing/stack-under-test.ts';
import { paperAddress } from '../../supabase/functions/_shared/contract/papers.ts';
import { buyer, fillInDetails, goToTheBank, openCheckout, putIntoCart } from './buyer.ts';
import { openShop, payOnBankPage, phone } from './journey.ts';
import { approvedCard, signIn } from './shop-states.ts';
import { takeOtherStep } from './order-steps.ts';

/** Ten letters and digits that no other test has. */
const newCode = () => crypto.randomUUID().slice(-10).toUpperCase();

/** The rows of the file of what is listed. */
async function exported(page: Page): Promise<Record<string, string>[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Export.*CSV/ }).click(),
  ]);
  return parse(await readFile(await download.path()), { bom: true, columns: true });
}

const sumOf = (rows: readonly Record<string, string>[], column: string) =>
  rows.reduce((sum, row) => sum + Number(row[column]), 0);

test('a company pays by card and gets an invoice; a refund makes a credit note, eTIMS is entered, and the file of the month equals the screen', async () => {
  const company = `Ministry ${newCode()}`;
  // The report is of one customer, by the PIN, which no order of another test has.
  const pin = `p${String(crypto.getRandomValues(new Uint32Array(1))[0])
    .padStart(9, '0')
    .slice(-9)}x`;
  const { page } = await openShop({ viewport: phone });
  await putIntoCart(page, 'instruments');
  await openCheckout(page);
  await fillInDetails(page, buyer);
  await page.getByText('Buying for an organisation?').click();
  await page.getByLabel('Organisation', { exact: true }).fill(company);
  await page.getByLabel('KRA PIN').fill(pin);
  await goToTheBank(page, stackUnderTest().addresses.gateway);
  await payOnBankPage(page, approvedCard);
  await page.getByRole('heading', { level: 1, name: 'Payment Successful' }).waitFor();
  const orderId = new URL(page.url()).searchParams.get('order') ?? '';
  await page.goto(`/order-confirmation/${orderId}`);
  await page.getByRole('link', { name: 'Invoice (PDF)' }).first().waitFor();
  const paper = await page.request.get(paperAddress(orderId, 'invoice'));
  const [, invoice = ''] =
    /filename="(INV-\d{4}-\d{5,})\.pdf"/.exec(paper.headers()['content-disposition'] ?? '') ?? [];
  expect(invoice).not.toBe('');

  const desk = (await openShop()).page;
  await signIn(desk, 'admin');
  await desk.goto(`/admin/orders/${orderId}`);
  await takeOtherStep(desk, 'Record a Refund');
  const refund = desk.getByRole('dialog', { name: 'Record a refund' });
  await refund.getByLabel('Amount in KES').fill('1,160.50');
  await refund.getByLabel('The bank’s reference of the refund').fill(newCode());
  await refund.getByLabel('Why it was refunded').fill('The cable was missing');
  await refund.getByRole('button', { name: 'Record Refund' }).click();
  await refund.waitFor({ state: 'hidden' });
  // A credit note is issued when the papers are opened.
  await page.request.get(paperAddress(orderId, 'invoice'));
  await desk.reload();
  const papers = desk.getByRole('region', { name: 'Invoices and credit notes' });
  await papers.getByText('KES 1,160.50').waitFor();

  await papers.getByRole('button', { name: `Enter eTIMS of ${invoice}` }).click();
  const etims = desk.getByRole('dialog', { name: `eTIMS of ${invoice}` });
  await etims.getByLabel('Signed at').fill('yesterday');
  const unit = `KRACU${newCode()}`;
  await etims.getByLabel('Control unit number').fill(unit);
  await etims.getByLabel('Receipt number of the control unit').fill('57');
  await etims.getByLabel('Signature').fill(`ABCD-EF${newCode()}`);
  await etims.getByRole('button', { name: 'Save' }).click();
  await etims.getByText('Day and time, such as 2026-11-27 14:05').waitFor();
  const nairobi = new Date(Date.now() + 3 * 3_600_000).toISOString();
  await etims.getByLabel('Signed at').fill(nairobi.slice(0, 16).replace('T', ' '));
  await etims.getByRole('button', { name: 'Save' }).click();
  // The demonstration has no PIN of which the QR code could be made.
  await etims.getByText('The shop had no KRA PIN on this paper: give the text of the QR code.').waitFor();
  await etims.getByLabel('Text of the QR code').fill('https://etims.kra.go.ke/receipt');
  await etims.getByRole('button', { name: 'Save' }).click();
  await papers.getByText(`eTIMS ${unit}/57`).waitFor();

  // The list of one customer, and its file: the sums below the rows are left out.
  await desk.goto(`/admin/reports?list=payments&customer=${orderId}#list`);
  const onScreen = desk.getByText(/^KES\s[\d,.]+, KES\s1,160\.50 refunded or bounced$/);
  await onScreen.waitFor();
  const [gross] = /[\d,.]+(?=,)/.exec((await onScreen.innerText()).replaceAll('\u00a0', ' ')) ?? [];
  const payments = (await exported(desk)).filter(({ Order }) => Order !== '');
  expect(payments.map(({ Organisation }) => Organisation)).toEqual([company, company]);
  expect(sumOf(payments, 'Gross KES')).toBe(Number(gross?.replaceAll(',', '')));
  expect(sumOf(payments, 'Refunded KES')).toBe(1160.5);
});
