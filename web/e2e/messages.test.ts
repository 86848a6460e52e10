import { expect, test } from 'vitest';
import { type LocalMail, localMail } from '../../supabase/tests/local-mail.ts';
import { fillInDetails, goToTheBank, openCheckout, putIntoCart } from './buyer.ts';
import { openShop, payOnBankPage, phone, type Shop } from './journey.ts';
import { placeOrder } from './shop-states.ts';

/** Waits for a message to the buyer about an order. */
async function messageAbout(
  orderId: string,
  kind: string,
  channel: LocalMail['channel'],
): Promise<LocalMail> {
  const find = async () =>
    (await localMail()).find(
      (one) => one.orderId === orderId && one.kind === kind && one.channel === channel,
    );
  await expect.poll(find, { timeout: 20_000 }).toBeDefined();
  return (await find()) as LocalMail;
}

const linkIn = ({ text }: LocalMail) => /https?:\/\/\S+/.exec(text ?? '')?.[0] ?? '';

/** Buys something with a card in the browser; returns the order's id. */
async function buy({ page, site, stack }: Shop, choose: () => Promise<void> = () => Promise.resolve()) {
  await putIntoCart(page, 'converters');
  await openCheckout(page);
  await fillInDetails(page);
  await choose();
  await goToTheBank(page, stack.addresses.gateway);
  await payOnBankPage(page, '4242424242424242');
  await page.waitForURL(`${site}/payment/success?**`);
  return new URL(page.url()).searchParams.get('order') ?? '';
}

test('a buyer pays, opens the link in the mail on a second device and sees the order', async () => {
  const shop = await openShop({ viewport: phone });
  const orderId = await buy(shop);
  const mail = await messageAbout(orderId, 'order_paid', 'email');
  expect(mail.to).toBe('akinyi@example.com');

  // The mail as shown by a mail program, and its button.
  const second = await openShop({ viewport: phone });
  await second.page.setContent(mail.html ?? '');
  await second.page.getByText('Thank you, your payment is approved').waitFor();
  const button = second.page.getByRole('link', { name: 'View the order' });
  await second.page.goto((await button.getAttribute('href')) ?? '');
  await second.page.getByText('Paid', { exact: true }).first().waitFor();
  const seen = await second.page.getByRole('main').innerText();
  expect(seen).toContain(`#IC-${orderId.slice(-8).toUpperCase()}`);
  for (const contact of ['Akinyi', 'akinyi@example.com', '712345678', 'Oginga'])
    expect(seen).not.toContain(contact);

  // The SMS has a short link to the same page.
  const short = linkIn(await messageAbout(orderId, 'order_paid', 'sms'));
  expect(short).toMatch(/\/o\/[0-9A-F]{8}#[\w-]{22}$/);
  const third = await openShop({ viewport: phone });
  await third.page.goto(short);
  await third.page.waitForURL(`**/order-confirmation/${orderId}#key=*`);
  await third.page.getByText('Paid', { exact: true }).first().waitFor();
});

test('a buyer chooses Swahili and WhatsApp at the checkout, and the language is stored', async () => {
  const shop = await openShop({ viewport: phone });
  const { page } = shop;
  const language = page.getByLabel('Messages About This Order');
  const whatsApp = page.getByLabel('You may also write to me on WhatsApp about this order');
  const orderId = await buy(shop, async () => {
    expect(await language.inputValue()).toBe('en');
    expect(await whatsApp.isChecked()).toBe(false);
    await language.selectOption('Kwa Kiswahili');
    await whatsApp.check();
  });
  expect((await messageAbout(orderId, 'order_paid', 'email')).subject).toMatch(/^Malipo ya oda #IC-/);
  expect((await messageAbout(orderId, 'order_paid', 'whatsapp')).text).toContain('Imelipwa');

  await putIntoCart(page, 'converters');
  await openCheckout(page);
  expect(await language.inputValue()).toBe('sw');
  // Consent is requested with every order.
  expect(await whatsApp.isChecked()).toBe(false);
});

test('a browser in Swahili is offered messages in Swahili', async () => {
  const { page } = await openShop({ viewport: phone, context: { locale: 'sw-KE' } });
  await putIntoCart(page, 'converters');
  await openCheckout(page);
  expect(await page.getByLabel('Messages About This Order').inputValue()).toBe('sw');
});

test('an invalid short link leads to Find My Order', async () => {
  const { page } = await openShop({ viewport: phone, expected: [/status of 404/] });
  await page.goto('/o/1A2B3C4D#abcdefghijklmnopqrstuv');
  await page.getByRole('heading', { name: 'This link opens no order' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Find My Order' }).click();
  await page.getByRole('heading', { name: 'Find My Order' }).waitFor();
});

test('the order’s page copies, shares and prints its link', async () => {
  const { page, site } = await openShop({
    viewport: phone,
    context: { permissions: ['clipboard-read', 'clipboard-write'] },
  });
  await page.addInitScript(() => {
    const noted: unknown[] = [];
    Object.assign(window, { noted, print: () => noted.push('printed') });
    Object.defineProperty(navigator, 'share', {
      value: (shared: ShareData) => Promise.resolve(noted.push(shared.url)),
    });
  });
  const { order } = await placeOrder(page);
  await page.goto(`/order-confirmation/${order.id}`);
  const link = `${site}/order-confirmation/${order.id}#key=${order.linkKey}`;
  await page.getByRole('button', { name: 'Copy Link' }).click();
  await page.getByText('Link copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Print' }).click();
  expect(await page.evaluate(() => (window as unknown as { noted: unknown[] }).noted)).toEqual([
    link,
    'printed',
  ]);
});
