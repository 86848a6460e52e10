import type { DeliveryQuote } from '@contract/delivery.ts';
import { deliveryTime } from '@contract/delivery-time.ts';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { fillInDetails, goToTheBank, openCheckout } from './buyer.ts';
import { openShop, payOnBankPage } from './journey.ts';
import { db } from './shop-database.ts';
import { signIn } from './shop-states.ts';
import { followLink } from './wait-for-page.ts';
import { onPhone } from './widths.ts';

afterEach(async () => {
  await db()`update private.settings set fixed_delivery_prices = false`;
  await db()`update public.delivery_counties set fixed_price = null, low = 1500, high = 3000 where code = '042'`;
});

const textOf = async (page: Page, selector = 'main') =>
  (await page.locator(selector).innerText()).replaceAll('\u00a0', ' ');

async function chooseCounty(page: Page, typed: string) {
  await page.getByRole('button', { name: 'Choose your county' }).first().click();
  await page.getByLabel('Your county').first().fill(typed);
}

async function payAndReturn(page: Page, site: string, gateway: string) {
  await goToTheBank(page, gateway);
  const asked = await page.locator('body').innerText();
  await payOnBankPage(page, '4242424242424242');
  await page.waitForURL(`${site}/payment/success?**`);
  await page.getByRole('heading', { name: 'Payment Successful' }).waitFor();
  return { asked, orderId: new URL(page.url()).searchParams.get('order') ?? '' };
}

describe.each(onPhone)('on %s', (_, viewport) => {
  test('choosing Lodwar once gives the same delivery on every page, and in the order', async () => {
    const { page, site, stack } = await openShop({ viewport });
    // Beside the period stands the day: the same on every page, and that of promise-cases.json by the same function.
    const items = [
      {
        productId: (await db()`select id from public.products where slug = 'pqwt-tc300'`)[0]?.id,
        quantity: 1,
      },
    ];
    const timeOf = async (county: string | null, lines: object[], place = '', isPaid = false) => {
      const [row] = await db()<{ quote: DeliveryQuote }[]>`
        select public.delivery_quote(${db().json(lines as never)}, ${county}) as quote`;
      return deliveryTime({ ...row!.quote, isPromised: isPaid }, place);
    };
    const answer = `Delivery to Turkana: ${await timeOf('023', items)}, KES 3,000-5,000`;
    const offer = `${answer}, paid apart: we confirm it before the goods leave.`;
    const rangeOf = async (lines: object[]) =>
      `Delivery in Kenya: ${await timeOf(null, lines, ' to major cities')}, KES 500-5,000.`;
    const range = await rangeOf(items);
    await page.goto('/shipping-info');
    await page.getByText(await rangeOf([]), { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Choose your county' }).waitFor();
    await page.goto('/product/pqwt-tc300');
    await page.getByText(range, { exact: true }).waitFor();
    await chooseCounty(page, 'Kampala');
    await page.getByLabel('Your county').first().blur();
    await page.getByText('Please choose one of the 47 counties, or leave this empty').waitFor();
    await page.getByText(range, { exact: true }).waitFor();
    await page.getByLabel('Your county').first().fill('lodwar');
    await page.getByText(offer, { exact: true }).waitFor();
    await page.reload();
    await page.getByText(offer, { exact: true }).waitFor();
    await followLink(page, '/shipping-info');
    await page.getByText('Delivery to Turkana: 5-7 business days', { exact: false }).waitFor();

    await followLink(page, '/product/pqwt-tc300');
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
    await page.getByText('Added to cart', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Cart/ }).click();
    await page.getByRole('dialog', { name: 'Shopping Cart' }).getByText(offer, { exact: true }).waitFor();
    await openCheckout(page);
    await expect.poll(() => page.getByLabel('Delivery County (optional)').inputValue()).toBe('Turkana');
    await page.getByText('Prices include VAT. Delivery is not included.', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Order Summary' }).click();
    await page.getByText(`${answer}. It is not part of this total`).waitFor();
    await fillInDetails(page);
    const { orderId } = await payAndReturn(page, site, stack.addresses.gateway);
    await followLink(page, `/order-confirmation/${orderId}`);
    await page.getByText(await timeOf('023', items, '', true), { exact: true }).waitFor();
    await page.getByText('To Turkana, KES 3,000-5,000, not part of the total').waitFor();
    const [order] = await db()`
      select county, delivery_zone, delivery_promise, delivery_low, delivery_high, delivery_price, total_amount
      from public.orders where id = ${orderId}`;
    expect({ ...order }).toEqual({
      county: '023',
      delivery_zone: 'remote',
      delivery_promise: '5-7 business days',
      delivery_low: 3000,
      delivery_high: 5000,
      delivery_price: null,
      total_amount: 495_000,
    });
  });

  test('a fixed price is a line of the order and of the payment; a changed price is shown before it is paid', async () => {
    await db()`update private.settings set fixed_delivery_prices = true`;
    await db()`update public.delivery_counties set fixed_price = 2500 where code = '042'`;
    const { page, site, stack } = await openShop({ viewport, expected: [/status of 409/] });
    await page.goto('/product/victron-orion-tr-24-12-20');
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
    await page.getByText('Added to cart', { exact: true }).waitFor();
    await followLink(page, '/checkout');
    await fillInDetails(page);
    await page.getByLabel('Delivery County (optional)').fill('Kisumu');
    await page.getByText('With KES 2,500 for delivery').waitFor();
    expect(await textOf(page)).toContain('KES 24,000');

    await db()`update public.delivery_counties set fixed_price = 2800 where code = '042'`;
    await page.getByRole('button', { name: 'pay via Card' }).click();
    await page.getByText('The price of delivery has changed. Please check the new total.').waitFor();
    await page.getByText('With KES 2,800 for delivery').waitFor();
    expect(await textOf(page)).toContain('KES 24,300');

    const { asked, orderId } = await payAndReturn(page, site, stack.addresses.gateway);
    expect(asked.replaceAll('\u00a0', ' ')).toMatch(/24,?300/);
    await followLink(page, `/order-confirmation/${orderId}`);
    await page.getByText('To Kisumu, KES 2,800, part of the total').waitFor();
    const items = page.getByRole('listitem').filter({ hasText: 'Delivery to Kisumu' });
    expect((await items.innerText()).replace(/\s+/g, ' ')).toBe('Delivery to Kisumu KES 2,800');

    await signIn(page, 'admin');
    await page.goto(`/admin/orders/${orderId}`);
    const row = page.getByRole('row').filter({ hasText: 'Delivery to Kisumu' });
    expect((await row.innerText()).replace(/\s+/g, ' ')).toContain('KES 2,800');
  });

  test('the owner changes what delivery to a county costs, and sees who changed it', async () => {
    const { page } = await openShop({ viewport });
    await signIn(page, 'admin');
    await page.goto('/admin/settings/delivery');
    await page.getByRole('button', { name: 'Change Several' }).click();
    const open = async () => {
      await page.getByLabel('042 Kisumu').check();
      await page.getByRole('button', { name: 'Change Delivery' }).click();
    };
    await open();
    const form = page.getByRole('dialog', { name: 'Delivery to Kisumu' });
    await form.getByLabel('Costs to (KES)').fill('100');
    await form.getByRole('button', { name: 'Save Delivery' }).click();
    await form.getByText('Please enter whole shillings, from 1,500 to 999,999').waitFor();
    await form.getByLabel('Costs to (KES)').fill('3,200');
    await form.getByRole('button', { name: 'Save Delivery' }).click();
    await page.getByText('Delivery Saved').waitFor();
    await page.getByText('KES 1,500-3,200', { exact: false }).first().waitFor();
    await open();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Costs to (KES)' })
      .getByText('3,200', { exact: true })
      .first()
      .waitFor();
    const [kisumu] = await db()`select high from public.delivery_counties where code = '042'`;
    expect(kisumu?.high).toBe(3200);
  });
});
