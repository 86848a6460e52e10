import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { Visitor } from '../../supabase/tests/api-visitor.ts';
import { newProduct } from '../../supabase/tests/shop-cast.ts';
import { openShop } from './journey.ts';
import { db } from './shop-database.ts';
import { signIn } from './shop-states.ts';
import { onDesktop } from './widths.ts';
import { takeOtherStep } from './order-steps.ts';

/** A quotation of twelve lines of KES 10,000, two pieces of the first, that a county asks for. */
async function tender() {
  const mark = randomUUID().slice(0, 8);
  const lines = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      newProduct(db(), {
        stock: 5,
        price: 10_000,
        name: `Line ${String(index + 1).padStart(2, '0')} ${mark}`,
      }),
    ),
  );
  const items = lines.map(({ id }, index) => ({ productId: id, quantity: index === 0 ? 2 : 1 }));
  const asked = {
    name: 'Akinyi Odhiambo',
    contact: `akinyi.${mark}@example.com`,
    county: '042',
    items,
    companyName: `County ${mark}`,
    pin: `P${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}X`,
    purchaseOrder: `LPO ${mark}`,
  };
  const { status, body } = await new Visitor().post<{ id: string; linkKey: string }>(
    '/api/quotations',
    asked,
    { 'idempotency-key': randomUUID() },
  );
  if (status !== 201) throw new Error(`No quotation: ${JSON.stringify(body)}`);
  return { ...asked, ...body, mark, names: lines.map(({ name }) => name) };
}

/** The balance and what is owed, on the statement of account of an order's buyer. */
async function balanceOf(page: Page, orderId: string): Promise<string[]> {
  await page.goto(`/admin/customers/${orderId}/statement`);
  const fact = async (term: RegExp) =>
    (
      await page.locator('dt', { hasText: term }).locator('xpath=following-sibling::dd[1]').innerText()
    ).replaceAll('\u00a0', ' ');
  await page.getByText('Owed today').waitFor();
  return [await fact(/^Balance on/), await fact(/^Owed today$/)];
}

test.each(onDesktop)(
  'on %s a tender is quoted, ordered by an LPO, sent on account in two parcels, credited and paid less tax',
  async (_, viewport) => {
    const { id, linkKey, contact, companyName, purchaseOrder, names, mark } = await tender();
    const buyer = await openShop({ viewport });
    await buyer.page.goto(`/quotation/${id}#key=${linkKey}`);
    await buyer.page.getByText(purchaseOrder).first().waitFor();
    await buyer.page.getByLabel('Phone Number').fill('0712 345 678');
    await buyer.page.getByLabel('Delivery Address').fill('County offices, Kisumu');
    await buyer.page.getByLabel('Purchase Order Number').fill(purchaseOrder);
    await buyer.page.getByRole('button', { name: 'Accept and Order' }).click();
    await buyer.page.getByRole('heading', { level: 1, name: 'Order Confirmation' }).waitFor();
    const orderId = new URL(buyer.page.url()).pathname.split('/').at(-1) ?? '';

    const { page } = await openShop({ viewport });
    await signIn(page, 'admin');
    const openOrder = () => page.goto(`/admin/orders/${orderId}`);
    // Thirty days, for this order and those to come.
    await page.goto(`/admin/customers/${orderId}`);
    const terms = page.getByRole('form', { name: 'On account' });
    await terms.getByLabel('On account: days to pay').fill('30');
    await terms.getByLabel('Limit in KES').fill('500000');
    await terms.getByRole('button', { name: 'Save Terms' }).click();
    await page.getByText('Terms Saved').first().waitFor();
    await openOrder();
    await takeOtherStep(page, 'Change Order');
    await page.getByLabel('On account: days to pay').fill('30');
    await page.getByRole('button', { name: 'Save the Change' }).click();
    await page.getByText('On account', { exact: true }).first().waitFor();
    expect(await balanceOf(page, orderId)).toEqual(['KES 0', 'KES 0']);

    const send = async (first: number, last: number) => {
      await openOrder();
      await page.getByRole('button', { name: 'Send a Parcel' }).first().click();
      const sending = page.getByRole('dialog', { name: 'Send a parcel' });
      await sending.getByRole('button', { name: 'None' }).click();
      for (const name of names.slice(first, last))
        await sending
          .getByRole('group', { name, exact: true })
          .getByLabel('Pieces in this parcel')
          .fill(name === names[0] ? '2' : '1');
      await sending.getByLabel('Carrier').fill('G4S');
      await sending.getByLabel('Waybill').fill(`${mark}-${last}`);
      await sending.getByRole('button', { name: 'Record the Parcel' }).click();
      await sending.waitFor({ state: 'hidden' });
    };
    await send(0, 5);
    // Six pieces have left: what has not is not owed.
    await page.getByText('KES 60,000 is owed').first().waitFor();
    expect((await balanceOf(page, orderId))[1]).toBe('KES 60,000');
    await send(5, 12);
    await page.getByText(/^INV-/).waitFor();
    expect(await balanceOf(page, orderId)).toEqual(['KES 130,000', 'KES 130,000']);
    await page.goto('/admin/customers/owed');
    await page.getByText(companyName).first().waitFor();
    await buyer.page.reload();
    await buyer.page.getByText('KES 130,000 is owed').first().waitFor();

    // One of two came damaged.
    await openOrder();
    await takeOtherStep(page, 'Credit Goods');
    const crediting = page.getByRole('dialog', { name: 'Credit goods' });
    await crediting.getByRole('button', { name: 'Credit', exact: true }).click();
    await crediting.getByText('Please say which pieces').waitFor();
    await crediting.getByLabel(names[0] ?? '', { exact: true }).fill('1');
    await crediting.getByLabel('What happened to them').selectOption('Came back damaged');
    expect(await crediting.getByLabel('Amount in KES').inputValue()).toBe('10,000');
    await crediting.getByLabel('Why').fill('Its case was broken');
    await crediting.getByRole('button', { name: 'Credit', exact: true }).dblclick();
    await crediting.waitFor({ state: 'hidden' });
    await page.getByText(/^CN-/).waitFor();
    await page.getByText('KES 120,000 is owed').first().waitFor();
    expect(await balanceOf(page, orderId)).toEqual(['KES 120,000', 'KES 120,000']);

    // Two per cent of the price before VAT is withheld; it counts with its certificate.
    await openOrder();
    const record = async (method: string, label: string, reference: string) => {
      await page.getByRole('button', { name: 'Record a Payment' }).click();
      const dialog = page.getByRole('dialog', { name: 'Record a payment' });
      await dialog.getByLabel('How it was paid').selectOption(method);
      if (reference) await dialog.getByLabel(label).fill(reference);
      const amount = await dialog.getByLabel('Amount in KES').inputValue();
      await dialog.getByRole('button', { name: 'Record Payment' }).click();
      await dialog.waitFor({ state: 'hidden' });
      return Number(amount.replaceAll(',', ''));
    };
    const withheld = await record('VAT withheld', 'Certificate number', `KRAWHV${mark.toUpperCase()}`);
    expect(withheld).toBeCloseTo((120_000 / 1.16) * 0.02, 1);
    await page.getByText('was withheld as tax').first().waitFor();
    const paid = await record('Bank transfer', 'The bank’s reference', `FT${mark.toUpperCase()}`);
    expect(paid).toBe(Math.ceil(120_000 - withheld));
    await page
      .getByText(/received, .* withheld/)
      .first()
      .waitFor();
    expect((await balanceOf(page, orderId))[1]).toBe('KES 0');
    await buyer.page.reload();
    await buyer.page.getByText('This order is on its way').first().waitFor();
    expect(contact).toContain(mark);
  },
);
