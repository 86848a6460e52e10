import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { answeredBankReference } from './admin-customers-scene.ts';
import { orderOfGuest, paidOrderOfGuest } from './admin-orders-scene.ts';
import { openShop } from './journey.ts';
import { signIn } from './shop-states.ts';
import { onPhone } from './widths.ts';

test.each(onPhone)(
  'on %s a buyer is found by phone and written to, and an order by its bank reference',
  async (_, viewport) => {
    const mark = `z${randomUUID().slice(0, 8)}`;
    const end = String(Math.floor(Math.random() * 1e7)).padStart(7, '0');
    const buyer = { name: `Ng'endo ${mark}`, email: `${mark}@example.com`, phone: `071${end}` };
    const paid = await paidOrderOfGuest(buyer);
    const unpaid = await orderOfGuest(buyer);
    const { page, site } = await openShop({ viewport });
    await signIn(page, 'admin');
    await page.goto('/admin/orders');
    await page.getByRole('heading', { level: 2, name: 'Orders' }).waitFor();

    await page.keyboard.press('Control+k');
    const search = page.getByRole('combobox', { name: 'Order, buyer, payment, product, serial number' });
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(true);
    // One row on every screen, and not in the way of the first order.
    expect((await search.boundingBox())?.height).toBeLessThan(50);
    await page.keyboard.type(`+254 71${end.slice(0, 1)} ${end.slice(1)}`);
    await page.getByRole('group', { name: 'Customers' }).getByRole('option').first().click();
    await page.getByRole('heading', { level: 2, name: buyer.name }).waitFor();
    expect(await page.getByRole('cell', { name: /^#/ }).or(page.getByRole('rowheader')).count()).toBe(2);

    await page.getByLabel('Write about order').selectOption(unpaid.order.id);
    const text = `Order #IC-${unpaid.order.id.slice(-8).toUpperCase()}: ${site}/order-confirmation/${unpaid.order.id}#key=`;
    const hrefOf = async (name: string) =>
      new URL((await page.getByRole('link', { name, exact: true }).getAttribute('href')) ?? '');
    await page.getByRole('link', { name: 'WhatsApp' }).waitFor();
    const chat = await hrefOf('WhatsApp');
    expect(chat.pathname).toBe(`/25471${end}`);
    expect(chat.searchParams.get('text')).toContain(text);
    const mail = await hrefOf('E-mail');
    expect(mail.pathname).toBe(buyer.email);
    expect(mail.searchParams.get('body')).toContain(text);
    await page.getByLabel('Note about the customer').fill('Written to on WhatsApp');
    await page.getByRole('button', { name: 'Add Note' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Written to on WhatsApp' }).waitFor();

    await search.fill(await answeredBankReference(paid.order.id));
    await page.getByRole('group', { name: 'Orders' }).getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/admin/orders/${paid.order.id}`);
    // The name of the buyer leads to their page.
    await page.getByRole('link', { name: buyer.name }).click();
    await page.getByText('Written to on WhatsApp').waitFor();
  },
);
