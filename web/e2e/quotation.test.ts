import { expect, test } from 'vitest';
import { openShop, phone } from './journey.ts';
import { putIntoCart } from './buyer.ts';
import { changeQuotation, quotationOfCounty } from './quotation-scene.ts';
import { productsOnSale, signIn } from './shop-states.ts';

/** Ten letters and digits that no other test has. */
const newCode = () => crypto.randomUUID().slice(-10).toUpperCase();

test('on a phone a quotation is asked for, changed by staff, accepted, and its order paid by transfer', async () => {
  const { page } = await openShop({ viewport: phone, expected: [/409 \(Conflict\)/] });
  const product = (await productsOnSale(page)).find(({ stock }) => stock > 20);
  const name = `Akinyi ${newCode()}`;

  // From the product in two taps.
  await page.goto(`/product/${product?.slug}`);
  await page.getByRole('link', { name: 'Get a quotation' }).click();
  await page.getByRole('heading', { level: 1, name: 'Get a Quotation' }).waitFor();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Phone or Email').fill('0712 345 678');
  await page.getByLabel('Delivery County').selectOption({ label: 'Kisumu' });
  await page.getByText('Buying for an organisation?').click();
  await page.getByLabel('Organisation', { exact: true }).fill('Kisumu County');
  await page.getByRole('button', { name: 'Get the Quotation' }).click();
  await page.getByRole('heading', { level: 1, name: /^Quotation Q-/ }).waitFor();
  await page.getByText('Kisumu County').first().waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Quotation (PDF)' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^Q-\d{4}-\d{4,}\.pdf$/);

  // Staff change it while the buyer has it open: accepting says so, and shows what it is now.
  const { number, totalAmount } = await changeQuotation(id, {
    note: 'Delivered on a Tuesday',
    deliveryPrice: 500,
  });
  await page.getByLabel('Email Address').fill('akinyi@example.com');
  await page.getByLabel('Delivery Address').fill('Oginga Odinga Street, Kisumu');
  await page.getByRole('button', { name: 'Accept and Order' }).click();
  await page.getByText('Delivered on a Tuesday').waitFor();
  await page.getByRole('button', { name: 'Accept and Order' }).click();
  await page.getByRole('heading', { level: 1, name: 'Order Confirmation' }).waitFor();
  const total = `KES ${totalAmount.toLocaleString('en-KE')}`;
  await page.getByText(total).first().waitFor();
  await page.getByRole('button', { name: 'Pay by Card' }).waitFor();

  // Accepted, the link leads to the same order.
  await page.goBack();
  await page.getByText('This quotation was accepted').waitFor();
  expect(await page.getByRole('button', { name: 'Accept and Order' }).count()).toBe(0);

  const desk = await openShop({ viewport: phone });
  await signIn(desk.page, 'admin');
  await desk.page.goto(`/admin/orders/quotations?q=${number}`);
  await desk.page.getByRole('link', { name: number }).click();
  await desk.page.getByRole('link', { name: 'Its Order' }).click();
  await desk.page.getByRole('button', { name: 'Record a Payment' }).click();
  const payment = desk.page.getByRole('dialog', { name: 'Record a payment' });
  await payment.getByLabel('How it was paid').selectOption({ label: 'Bank transfer' });
  await payment.getByLabel('The bank’s reference').fill(newCode());
  await payment.getByRole('button', { name: 'Record Payment' }).click();
  await payment.waitFor({ state: 'hidden' });
  await desk.page.getByText(`${total} received`).waitFor();
});

test('the cart and the checkout lead to a quotation of what is in the cart', async () => {
  const { page } = await openShop({ viewport: phone });
  const name = await putIntoCart(page, 'instruments');
  await page.goto('/checkout');
  await page.getByRole('link', { name: 'Get a quotation' }).click();
  await page.getByText(`1 × ${name}`).waitFor();
  await page.getByRole('button', { name: /cart/i }).first().click();
  await page.getByRole('dialog').getByRole('link', { name: 'Get a quotation' }).click();
  await page.getByText(`1 × ${name}`).waitFor();
});

test('once staff have renewed the link of a quotation, the old one shows nothing and the new one is accepted', async () => {
  const { id, linkKey, number } = await quotationOfCounty();
  const { page } = await openShop({ viewport: phone, expected: [/404 \(Not Found\)/] });
  const title = page.getByRole('heading', { level: 1, name: `Quotation ${number}` });
  await page.goto(`/quotation/${id}#key=${linkKey}`);
  await title.waitFor();

  const desk = await openShop({ viewport: phone });
  await signIn(desk.page, 'admin');
  await desk.page.goto(`/admin/orders/quotations?q=${number}`);
  await desk.page.getByRole('link', { name: number }).click();
  await desk.page.getByRole('button', { name: 'Renew the Link' }).click();
  await desk.page.getByRole('dialog').getByRole('button', { name: 'Renew the Link' }).click();
  await desk.page.getByText('Link Renewed').waitFor();
  const link = await desk.page.getByRole('link', { name: 'As the Buyer Sees It' }).getAttribute('href');
  expect(link).not.toContain(linkKey);

  // The page that is open already, with the link of before, can accept it no more.
  await page.getByLabel('Email Address').fill('akinyi@example.com');
  await page.getByLabel('Delivery Address').fill('Oginga Odinga Street, Kisumu');
  await page.getByRole('button', { name: 'Accept and Order' }).click();
  await page.getByText('Quotation not found').waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Quotation not found' }).waitFor();
  await page.getByText('the shop has renewed the link').waitFor();
  expect(await page.getByRole('main').innerText()).not.toMatch(/KES|Akinyi|Kisumu/);

  const { page: later } = await openShop({ viewport: phone });
  await later.goto(link ?? '');
  await later.getByText('Kisumu County, Department of Water').first().waitFor();
  await later.getByLabel('Email Address').fill('akinyi@example.com');
  await later.getByLabel('Delivery Address').fill('Oginga Odinga Street, Kisumu');
  await later.getByRole('button', { name: 'Accept and Order' }).click();
  await later.getByRole('heading', { level: 1, name: 'Order Confirmation' }).waitFor();
});
