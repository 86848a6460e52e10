import { expect, test } from 'vitest';
import { type LocalMail, localMail } from '../../supabase/tests/local-mail.ts';
import { orderStatusLabels } from '../src/orders/order-status-text.ts';
import { fillInDetails, goToTheBank, openCheckout, putIntoCart } from './buyer.ts';
import { openShop, payOnBankPage, phone, type Shop } from './journey.ts';

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
  const requested: string[] = [];
  second.page.on('request', (request) => requested.push(request.url()));
  await second.page.setContent(mail.html ?? '');
  await second.page.getByText('Thank you, your payment is approved').waitFor();
  const button = second.page.getByRole('link', { name: 'View the order' });
  await second.page.goto((await button.getAttribute('href')) ?? '');
  await second.page.getByText(orderStatusLabels.paid, { exact: true }).first().waitFor();
  const seen = await second.page.getByRole('main').innerText();
  expect(seen).toContain(`#IC-${orderId.slice(-8).toUpperCase()}`);
  for (const contact of ['Akinyi', 'akinyi@example.com', '712345678', 'Oginga'])
    expect(seen).not.toContain(contact);
  expect(requested.filter((url) => url.includes('key='))).toEqual([]);

  // The SMS has a short link to the same page.
  const short = linkIn(await messageAbout(orderId, 'order_paid', 'sms'));
  expect(short).toMatch(/\/o\/[0-9A-F]{8}#[\w-]{22}$/);
  const third = await openShop({ viewport: phone });
  await third.page.goto(short);
  await third.page.waitForURL(`**/order-confirmation/${orderId}#key=*`);
  await third.page.getByText(orderStatusLabels.paid, { exact: true }).first().waitFor();
});

test('a buyer chooses messages in Swahili, also by WhatsApp, at the checkout', async () => {
  const shop = await openShop({ viewport: phone });
  const { page } = shop;
  const language = page.getByLabel('Messages About This Order');
  const whatsApp = page.getByLabel('Also write to me on WhatsApp');
  const orderId = await buy(shop, async () => {
    expect(await language.inputValue()).toBe('en');
    expect(await whatsApp.isChecked()).toBe(false);
    await language.selectOption('Kwa Kiswahili');
    await whatsApp.check();
  });
  expect((await messageAbout(orderId, 'order_paid', 'email')).subject).toMatch(/^Malipo ya oda #IC-/);
  expect((await messageAbout(orderId, 'order_paid', 'whatsapp')).text).toContain('Imelipwa');
});
