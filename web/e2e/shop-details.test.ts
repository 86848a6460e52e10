import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { paperAddress } from '../../supabase/functions/_shared/contract/papers.ts';
import type { ShopDetails } from '../../supabase/functions/_shared/contract/shop-details.ts';
import { localMail } from '../../supabase/tests/local-mail.ts';
import { readPdf } from '../../supabase/tests/read-pdf.ts';
import { paidOrderOfGuest } from './admin-orders-scene.ts';
import { desktop, openShop, phone } from './journey.ts';
import { db } from './shop-database.ts';
import { signIn } from './shop-states.ts';

afterEach(
  () => db()`
    update private.shop_details set phones = default, whatsapp = default, announcement = default where true`,
);

const shown = '+254 722 000 333';
const announcement = 'Closed from 24 December to 2 January.';

/** The number stands in the page's own part and in the footer, and the announcement above. */
async function saysSo(page: Page, path: string, hasContactLines: boolean): Promise<void> {
  await page.goto(path);
  await page.getByRole('complementary', { name: 'Announcement' }).getByText(announcement).waitFor();
  await page.locator('footer').getByRole('link', { name: shown }).waitFor();
  if (hasContactLines) await page.getByRole('main').getByRole('link', { name: shown }).first().waitFor();
  // The demonstration numbers are gone from all of it.
  expect(await page.locator('body').innerText()).not.toContain('+254 700 000 000');
}

test('a number that an owner changes is on every kind of page, in a mail and on a paper, and opens a chat', async () => {
  const { page, site } = await openShop({ viewport: desktop });
  await signIn(page, 'admin');
  await page.goto('/admin/settings');
  await page.getByRole('link', { name: 'Shop details' }).click();
  await page.getByLabel('Phone numbers').fill('0722 000 333');
  await page.getByLabel('WhatsApp number').fill('0722 000 333');
  await page.getByLabel('Announcement').fill(announcement);
  await page.getByRole('button', { name: 'Save Shop Details' }).click();
  await page.getByText('Shop Details Saved').waitFor();
  const change = page.getByRole('listitem').filter({ hasText: announcement }).first();
  await change.getByText('+254722000333').first().waitFor();
  // The CDN may answer with the former ones for some seconds.
  const served = async () =>
    ((await (await fetch(`${site}/api/shop-details`)).json()) as ShopDetails).announcement;
  await expect.poll(served).toBe(announcement);

  const visitor = await openShop({ viewport: phone });
  await saysSo(visitor.page, '/', false);
  await saysSo(visitor.page, '/terms', true);
  await saysSo(visitor.page, '/search?q=nothing-is-called-so', true);
  await saysSo(visitor.page, '/product/pqwt-tc300', false);
  await visitor.page.getByLabel('Quantity', { exact: true }).last().fill('2');
  const chat = visitor.page.getByRole('link', { name: 'Ask on WhatsApp' });
  await expect
    .poll(async () => decodeURIComponent((await chat.getAttribute('href')) ?? ''))
    .toContain('https://wa.me/254722000333?text=I am interested in 2 x PQWT-TC300');

  const { order } = await paidOrderOfGuest();
  const mail = async () => (await localMail()).find((one) => one.orderId === order.id && one.html !== null);
  await expect.poll(mail, { timeout: 20_000 }).toBeDefined();
  expect((await mail())?.html).toContain(shown);
  const invoice = await page.request.get(paperAddress(order.id, 'invoice'));
  const { text } = readPdf(await invoice.body());
  expect(text.join(' ').replaceAll('\u00a0', ' ')).toContain(shown);
});

test('an owner changes the text of a page, and takes the change back', async () => {
  const { page } = await openShop({ viewport: phone });
  await signIn(page, 'admin');
  await page.goto('/admin/settings/texts?page=returns');
  const text = page.getByRole('textbox', { name: 'Returns & Refunds' });
  const begun = await text.inputValue();
  expect(begun).toContain('# Return window\n');
  await text.fill(begun.replace('# Return window', '# How long you have'));
  // Beside it the page, with its styles, as it is typed.
  const shown = page.frameLocator('iframe').getByText('How long you have');
  await expect
    .poll(() => shown.evaluate((heading) => getComputedStyle(heading).fontFamily))
    .toMatch(/Barlow/);
  expect(await page.title()).toMatch(/^Texts/);
  await page.getByRole('button', { name: 'Save Text' }).click();
  await page.getByText('Text Saved').waitFor();
  const visitor = await openShop({ viewport: phone });
  const headingOf = (name: string) => visitor.page.getByRole('heading', { level: 2, name });
  const shows = async (name: string) => {
    await visitor.page.goto('/returns');
    await visitor.page.getByRole('main').getByText('Counted from the day of delivery.').waitFor();
    return headingOf(name)
      .waitFor({ timeout: 3000 })
      .then(
        () => true,
        () => false,
      );
  };
  await expect.poll(() => shows('How long you have'), { timeout: 40_000 }).toBe(true);

  const change = page.getByRole('listitem').filter({ hasText: 'How long you have' }).last();
  await change.getByRole('button', { name: /^Restore what was there before/ }).click();
  await page.getByText('Restored', { exact: true }).waitFor();
  await page.reload();
  await expect.poll(() => text.inputValue()).toBe(begun);
});

test('the badges and slides of the first page are texts too, and are put in by a button', async () => {
  const { page } = await openShop();
  await signIn(page, 'admin');
  await page.goto('/admin/settings/texts');
  const text = page.getByRole('textbox', { name: 'Home' });
  const begun = await text.inputValue();
  await text.press('ControlOrMeta+End');
  await text.press('Enter');
  await page.getByRole('button', { name: 'Badge' }).click();
  await page.keyboard.type('Call us | on ');
  await page.getByRole('button', { name: 'Details of the shop' }).click();
  await page.getByRole('button', { name: 'Phone number', exact: true }).click();
  await page
    .frameLocator('iframe')
    .getByText(/^on \+254/)
    .waitFor();
  // The browser's own undo takes back what a button has put in.
  await text.press('ControlOrMeta+z');
  expect(await text.inputValue()).toBe(`${begun}\n- Call us | on `);
  await page.getByRole('button', { name: 'Save Text' }).click();
  await page.getByText('Text Saved').waitFor();
  const visitor = await openShop({ viewport: phone });
  const shows = async () => {
    await visitor.page.goto('/', { waitUntil: 'networkidle' });
    return visitor.page.getByRole('main').getByText('Call us', { exact: true }).isVisible();
  };
  await expect.poll(shows, { timeout: 40_000 }).toBe(true);
  await text.fill(begun);
  await page.getByRole('button', { name: 'Save Text' }).click();
  await expect.poll(() => page.getByText('Text Saved').count()).toBeGreaterThan(0);
});
