import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { buyer, fillInDetails, goToTheBank } from './buyer.ts';
import { openShop } from './journey.ts';
import { db } from './shop-database.ts';
import { fillCart, placeOrder, productsOnSale } from './shop-states.ts';
import { stackUnderTest } from '../../local/testing/stack-under-test.ts';

afterEach(() => db()`update private.rate_limits set most = 1000000`);

async function toast(page: Page, title: string, description: RegExp): Promise<void> {
  const region = page.getByRole('region', { name: 'Notifications (F8)' });
  await region.getByText(title, { exact: true }).waitFor();
  await region.getByText(description).waitFor();
}

const hasToWait = /^Too many attempts\. Please try again in (a second|\d+ (seconds|minutes))\.$/;

test('a rate-limited order keeps form and cart, and is placed when the limit allows it', async () => {
  const { page } = await openShop({ expected: [/status of 429/] });
  await page.goto('/');
  await placeOrder(page);
  const [, product] = (await productsOnSale(page, 'converters')).filter(({ stock }) => stock > 2);
  await fillCart(page, [[product!, 2]]);
  await page.goto('/checkout');
  await fillInDetails(page);
  await db()`update private.rate_limits set most = 1, seconds = 86400 where action = 'place_order' and subject = 'session'`;
  await db()`update private.rate_counts set used_until = now() + interval '1 day' where action = 'place_order' and subject = 'session'`;
  await page.getByRole('button', { name: 'pay via Card' }).click();
  await toast(page, 'Order Failed', hasToWait);
  for (const [label, value] of Object.entries(buyer))
    expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(value);
  await db()`update private.rate_limits set most = 1000000, seconds = 600 where action = 'place_order'`;
  await db()`delete from private.rate_counts where action = 'place_order'`;
  await goToTheBank(page, stackUnderTest().addresses.gateway);
});
