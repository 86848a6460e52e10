import { expect, test } from 'vitest';
import type { OrderLinkKey } from '../../supabase/functions/_shared/contract/admin.ts';
import { orderOfSeller, ownerElsewhere } from './admin-orders-scene.ts';
import { openShop, payOnBankPage } from './journey.ts';
import { db } from './shop-database.ts';
import { approvedCard, productsOnSale, signIn } from './shop-states.ts';
import { onDesktop } from './widths.ts';
import { takeOtherStep } from './order-steps.ts';

/** Ten letters and digits that no other test has. */
const newCode = () => crypto.randomUUID().slice(-10).toUpperCase();

test.each(onDesktop)(
  'on %s an order by phone is paid by M-Pesa code, sent in a parcel, and refunded by line',
  async (_, viewport) => {
    const token = `p${newCode().toLowerCase()}`;
    const { page } = await openShop({ viewport, expected: [/409 \(Conflict\)/] });
    const products = (await productsOnSale(page)).filter(({ stock }) => stock > 20);
    const [first, second] = [products[0]?.name ?? '', products.at(-1)?.name ?? ''];
    await signIn(page, 'admin');

    // Made and paid.
    await page.goto('/admin/orders');
    await page.getByRole('link', { name: 'New Order' }).click();
    await page.getByText('New buyer').click();
    await page.getByLabel('Full Name').fill(`Wanjiru ${token}`);
    await page.getByLabel('Phone Number').fill('0722 000 111');
    await page.getByLabel('Email Address').fill('wanjiru@example.com');
    await page.getByLabel('Address', { exact: true }).fill('Moi Avenue, Bungoma');
    for (const [name, price] of [
      [first, '5,000'],
      [second, '300'],
    ] as const) {
      await page.getByLabel('Add a product').fill(name);
      const found = page.getByRole('list', { name: 'Found products' });
      await found.getByRole('button', { name }).first().click();
      const line = page.getByRole('group', { name, exact: true });
      await line.getByLabel('Special price in KES').fill(price);
      await line.getByLabel('Why this price').fill('Shown at the fair');
    }
    await page.getByRole('group', { name: first, exact: true }).getByLabel('Pieces').fill('2');
    await page.getByLabel('Delivery charge in KES').fill('500');
    await page.getByText('KES 10,800').waitFor();
    // What is typed survives a reload.
    await page.reload();
    await page.getByText('What you typed before has been restored').waitFor();
    await page.getByText('KES 10,800').waitFor();
    await page.getByRole('button', { name: 'Make It and Record a Payment' }).click();
    const code = newCode();
    const payment = page.getByRole('dialog', { name: 'Record a payment' });
    await payment.getByLabel('M-Pesa code').fill(code.toLowerCase());
    await payment.getByRole('button', { name: 'Record Payment' }).dblclick();
    await payment.waitFor({ state: 'hidden' });
    await page.getByText('KES 10,800 received').waitFor();
    await page.getByText('Shown at the fair').first().waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';

    // One piece is sent, one that has not left is refunded.
    const parcels = page.getByRole('region', { name: 'Parcels' });
    await page.getByRole('button', { name: 'Send a Parcel' }).click();
    const sending = page.getByRole('dialog', { name: 'Send a parcel' });
    const lineOf = (name: string) => sending.getByRole('group', { name, exact: true });
    await lineOf(first).getByLabel('Pieces in this parcel').fill('1');
    // A scanner ends what it reads with Enter.
    await lineOf(first).getByLabel('Serial numbers').fill(`${token}-A`);
    await lineOf(first).getByLabel('Serial numbers').press('Enter');
    await lineOf(second).getByLabel('Pieces in this parcel').fill('0');
    await sending.getByLabel('Carrier').fill('G4S');
    await sending.getByLabel('Waybill').fill(`${token}-1`);
    await sending.getByLabel('Waybill').press('Enter');
    expect(await sending.getByLabel('Sent on').evaluate((field) => field === document.activeElement)).toBe(
      true,
    );
    await sending.getByRole('button', { name: 'Record the Parcel' }).click();
    await sending.waitFor({ state: 'hidden' });
    await parcels.getByText(`Still to send: 1 × ${first}, 1 × ${second}`).waitFor();
    await takeOtherStep(page, 'Record a Refund');
    const refunding = page.getByRole('dialog', { name: 'Record a refund' });
    await refunding.getByLabel(second, { exact: true }).fill('1');
    await refunding.getByLabel('What happened to them').selectOption('Back in stock');
    expect(await refunding.getByLabel('Amount in KES').inputValue()).toBe('300');
    await refunding.getByLabel('M-Pesa code').fill(newCode());
    await refunding.getByLabel('Why it was refunded').fill('Not as described');
    await refunding.getByRole('button', { name: 'Record Refund' }).click();
    await refunding.waitFor({ state: 'hidden' });
    await parcels.getByText(`Still to send: 1 × ${first}`, { exact: true }).waitFor();
    await page.getByText('KES 300 was refunded, so KES 10,500 is left.').waitFor();
    const moved = await db()<{ text: string }[]>`
      select m.reason || ' ' || m.change || ' ' || i.product_name as text
      from private.stock_movements m join public.order_items i using (order_id, product_id)
      where m.order_id = ${id}`;
    expect(moved.map(({ text }) => text).sort()).toEqual(
      [`sale -2 ${first}`, `sale -1 ${second}`, `return 1 ${second}`].sort(),
    );
  },
);

test.each(onDesktop)(
  'on %s a cheque for an order by phone bounces; a part comes in cash and the rest by card with the link, and all goes back',
  async (_, viewport) => {
    const owner = await ownerElsewhere();
    const { id } = await orderOfSeller(owner);
    const { page } = await openShop({ viewport });
    await signIn(page, 'admin');
    await page.goto(`/admin/orders/${id}`);
    const record = async (method: string, amount: string, fields: Record<string, string> = {}) => {
      await page.getByRole('button', { name: 'Record a Payment' }).click();
      const dialog = page.getByRole('dialog', { name: 'Record a payment' });
      await dialog.getByLabel('How it was paid').selectOption(method);
      await dialog.getByLabel('Amount in KES').fill(amount);
      for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label).fill(text);
      await dialog.getByRole('button', { name: 'Record Payment' }).click();
      await dialog.waitFor({ state: 'hidden' });
    };
    const cheque = newCode();
    await record('Cheque', '9500', { 'Cheque number': cheque });
    await page.getByText('KES 9,500 received').waitFor();
    await page.getByRole('button', { name: `Cheque Bounced: the payment ${cheque}` }).click();
    const reversing = page.getByRole('dialog', { name: 'Did this cheque bounce?' });
    await reversing.getByRole('button', { name: 'The Cheque Bounced' }).click();
    await reversing.getByText('Please say why it does not count').waitFor();
    await reversing.getByLabel('Why it does not count').fill('It bounced');
    await reversing.getByRole('button', { name: 'The Cheque Bounced' }).click();
    await reversing.waitFor({ state: 'hidden' });
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Payment reversed' })
      .getByText('It bounced')
      .waitFor();
    await record('Cash', '2000');
    await page.getByText('KES 2,000 is received, and KES 7,500 is still to be paid.').first().waitFor();

    const { body: link } = await owner.get<OrderLinkKey>(`/api/admin/orders/${id}/link`);
    const buyer = await openShop({ viewport });
    await buyer.page.goto(`/order-confirmation/${id}#key=${encodeURIComponent(link.linkKey)}`);
    await buyer.page.getByText('KES 7,500').first().waitFor();
    expect(await buyer.page.getByRole('main').innerText()).not.toMatch(/county hospital/);
    await buyer.page.getByRole('button', { name: 'Pay by Card' }).click();
    await buyer.page.waitForURL((url) => url.href.startsWith(buyer.stack.addresses.gateway));
    await payOnBankPage(buyer.page, approvedCard);
    await buyer.page.getByText('The bank approved KES 7,500, and we have received KES 2,000.').waitFor();
    const rows = await db()`
      select t.payment_method as method, t.status, t.amount, o.status as paid
      from public.transactions t join public.orders o on o.id = t.order_id where o.id = ${id} order by t.created_at`;
    expect(rows).toEqual([
      { method: 'cheque', status: 'completed', amount: 9500, paid: 'paid' },
      { method: 'cash', status: 'completed', amount: 2000, paid: 'paid' },
      { method: 'card', status: 'completed', amount: 7500, paid: 'paid' },
    ]);

    await page.goto(`/admin/transactions?q=${cheque}`);
    await page.getByRole('button', { name: new RegExp(`^${cheque}`) }).click();
    await page.getByRole('dialog').getByText('Nafula Barasa').waitFor();

    await page.goto(`/admin/orders/${id}`);
    await takeOtherStep(page, 'Refund and Cancel');
    const refunding = page.getByRole('dialog', { name: 'Refund and cancel the order' });
    await refunding.getByText('2 payments are left').waitFor();
    expect(await refunding.getByLabel('Amount in KES').inputValue()).toBe('2,000');
    await refunding.getByLabel('Why it was refunded').fill('Ordered twice');
    await refunding.getByRole('button', { name: 'Refund This Payment' }).click();
    await refunding.getByText('The order is cancelled, and').waitFor();
    expect(await refunding.getByLabel('Amount in KES').inputValue()).toBe('7,500');
    await refunding.getByLabel('The bank’s reference of the refund').fill(newCode());
    await refunding.getByLabel('Why it was refunded').fill('Ordered twice');
    await refunding.getByRole('button', { name: 'Refund and Cancel' }).click();
    await refunding.waitFor({ state: 'hidden' });
    expect(await db()`select status from public.orders where id = ${id}`).toEqual([{ status: 'cancelled' }]);
  },
);
