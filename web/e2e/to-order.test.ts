import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import type { OrderLinkKey } from '../../supabase/functions/_shared/contract/admin.ts';
import { callSqlAs } from '../../supabase/tests/admin-visitor.ts';
import { newProduct } from '../../supabase/tests/shop-cast.ts';
import { ownerElsewhere } from './admin-orders-scene.ts';
import { fillInDetails, goToTheBank, openCheckout } from './buyer.ts';
import { openShop, payOnBankPage, phone } from './journey.ts';
import { db } from './shop-database.ts';
import { approvedCard, signIn } from './shop-states.ts';
import { onDesktop } from './widths.ts';

/** An instrument that is not in stock, of KES 200,000, and its installation of KES 15,000. */
async function instrument() {
  const mark = randomUUID().slice(0, 8);
  const meter = await newProduct(db(), { stock: 0, price: 200_000, name: `Meter ${mark}` });
  const work = await newProduct(db(), { stock: 0, price: 15_000, name: `Installation ${mark}` });
  await db()`update public.products set is_service = true where id = ${work.id}`;
  return { meter, work };
}

const toOrder = (id: string) =>
  db()`update public.products set to_order = '{"low": 6, "high": 8, "deposit": 30, "isPublic": true}' where id = ${id}`;
const came = async (productId: string) =>
  callSqlAs(await ownerElsewhere(), 'book_stock', {
    p_id: randomUUID(),
    p_kind: 'received',
    p_supplier: null,
    p_reference: null,
    p_lines: [{ productId, quantity: 1 }],
  });

/** What the buyer reads with the link of an order. */
async function buyersPage(page: Page, orderId: string) {
  const { body } = await (await ownerElsewhere()).get<OrderLinkKey>(`/api/admin/orders/${orderId}/link`);
  await page.goto(`/order-confirmation/${orderId}#key=${encodeURIComponent(body.linkKey)}`);
}

test.each(onDesktop)(
  'on %s an instrument is ordered with a deposit by transfer, comes, is paid by M-Pesa, sent and installed',
  async (_, viewport) => {
    const { meter, work } = await instrument();
    const { page } = await openShop({ viewport });
    const buyer = await openShop({ viewport });
    await signIn(page, 'admin');

    await page.goto(`/admin/products/${meter.id}`);
    await page.getByLabel('How it comes').selectOption('From stock, else to order');
    await page.getByLabel('Weeks, at least').fill('9');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Not less than the first').waitFor();
    await page.getByLabel('Weeks, at least').fill('6');
    await page.getByLabel('Description').fill('Reads the ground.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Product Updated').first().waitFor();

    await page.goto('/admin/orders/new');
    await page.getByText('New buyer').click();
    await page.getByLabel('Full Name').fill('Nafula Barasa');
    await page.getByLabel('Phone Number').fill('0722 000 111');
    await page.getByLabel('Email Address').fill(`nafula.${randomUUID().slice(0, 8)}@example.com`);
    await page.getByLabel('Address', { exact: true }).fill('Moi Avenue, Bungoma');
    for (const { name } of [meter, work]) {
      await page.getByLabel('Add a product').fill(name);
      await page.getByRole('list', { name: 'Found products' }).getByRole('button', { name }).click();
    }
    await page.getByRole('button', { name: 'Make It and Record a Payment' }).click();
    const record = async (method: string, code: Record<string, string>, kes: string) => {
      const dialog = page.getByRole('dialog', { name: 'Record a payment' });
      await dialog.getByLabel('How it was paid').selectOption(method);
      expect(await dialog.getByLabel('Amount in KES').inputValue()).toBe(kes);
      for (const [label, text] of Object.entries(code)) await dialog.getByLabel(label).fill(text);
      await dialog.getByRole('button', { name: 'Record Payment' }).click();
      await dialog.waitFor({ state: 'hidden' });
    };
    // 30 per cent of the instrument, and the installation.
    const bank = `FT${randomUUID().slice(0, 8).toUpperCase()}`;
    await record('Bank transfer', { 'The bank’s reference': bank }, '75,000');
    await page.getByText('KES 75,000 received, KES 140,000 later').waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await page
      .getByRole('rowheader', { name: meter.name })
      .getByText(/^Expected .* to /)
      .waitFor();
    await buyersPage(buyer.page, id);
    await buyer.page.getByText('Your deposit is paid').first().waitFor();
    await buyer.page.getByText('KES 140,000 is due when it has come').waitFor();
    await buyer.page.getByText(/^Expected .* to /).waitFor();

    await came(meter.id);
    await page.reload();
    await page.getByText('KES 75,000 received, KES 140,000 to be paid').waitFor();
    await buyer.page.reload();
    await buyer.page
      .getByText('What you ordered has come and is kept for you: KES 140,000 is to be paid for it.')
      .waitFor();
    await page.getByRole('button', { name: 'Record a Payment' }).click();
    const code = randomUUID().slice(-10).toUpperCase();
    await record('M-Pesa', { 'M-Pesa code': code }, '140,000');
    await page.getByText('KES 215,000 received').waitFor();

    await page.getByRole('button', { name: 'Send a Parcel' }).first().click();
    const sending = page.getByRole('dialog', { name: 'Send a parcel' });
    expect(await sending.getByRole('group').count()).toBe(1);
    await sending.getByLabel('Carrier').fill('G4S');
    await sending.getByRole('button', { name: 'Record the Parcel' }).click();
    await sending.waitFor({ state: 'hidden' });
    await page.getByText(`Still to do: 1 × ${work.name}`).waitFor();
    await page.getByRole('button', { name: 'Mark as Done' }).click();
    const doing = page.getByRole('dialog', { name: 'Work that was done' });
    await doing.getByRole('button', { name: 'Record the Work' }).dblclick();
    await doing.waitFor({ state: 'hidden' });
    await page.getByText(/^Done on /).waitFor();
    await buyer.page.reload();
    await buyer.page.getByText('This order is on its way').first().waitFor();
    const [order] = await db()<{ status: string; sold: number }[]>`
      select o.status, (select sum(l.quantity * l.price)::integer from private.sold_lines l where l.order_id = o.id) as sold
      from public.orders o where o.id = ${id}`;
    expect(order).toEqual({ status: 'completed', sold: 215_000 });
  },
);

test('a shopper orders what is not in stock for its deposit, which is what the bank asks for', async () => {
  const { meter } = await instrument();
  await toOrder(meter.id);
  const { page, site, stack } = await openShop({ viewport: phone });
  await page.goto(`/product/${meter.slug}`);
  await page.getByText('To order, 6 to 8 weeks.').waitFor();
  await page.getByText('KES 60,000 now, the rest when it has come, before delivery.').waitFor();
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await openCheckout(page);
  await fillInDetails(page);
  await page.getByText('To Pay Now').last().waitFor();
  await goToTheBank(page, stack.addresses.gateway);
  await payOnBankPage(page, approvedCard);
  await page.waitForURL(`${site}/payment/success?**`);
  const [paid] = await db()<{ amount: number; order_id: string }[]>`
    select t.amount, t.order_id from public.transactions t join public.order_items i using (order_id)
    where i.product_id = ${meter.id}`;
  expect(paid?.amount).toBe(60_000);
  await page.goto(`/order-confirmation/${paid?.order_id}`);
  await page.getByText('Your deposit is paid').first().waitFor();
  await page.getByText('KES 140,000', { exact: true }).waitFor();
});

test('whoever ordered the last piece while another took it is asked again, at the deposit', async () => {
  const { meter } = await instrument();
  await toOrder(meter.id);
  await db()`update public.products set stock = 1 where id = ${meter.id}`;
  const { page } = await openShop({ viewport: phone, expected: [/409 \(Conflict\)/] });
  await page.goto(`/product/${meter.slug}`);
  await page
    .getByRole('button', { name: /^Add to Cart/ })
    .first()
    .click();
  await openCheckout(page);
  await fillInDetails(page);
  await page.getByRole('button', { name: 'pay via Card' }).waitFor();
  await db()`update public.products set stock = 0 where id = ${meter.id}`;
  await page.getByRole('button', { name: 'pay via Card' }).click();
  await page.getByText('Order Failed').first().waitFor();
  await page.getByText('To Pay Now').last().waitFor();
  expect(await page.getByLabel('First Name').inputValue()).toBe('Akinyi');
});
