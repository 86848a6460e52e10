import type { Page } from 'playwright-core';

/** The details of a buyer at the checkout. */
export const buyer = {
  'First Name': 'Akinyi',
  'Last Name': 'Odhiambo',
  'Email Address': 'akinyi@example.com',
  'Phone Number': '0712 345 678',
  'Delivery Address': 'Oginga Odinga Street, Kisumu',
};

/** Adds the first available product of a category to the cart; returns its name. */
export async function putIntoCart(page: Page, category: string): Promise<string> {
  // Not the first one of the page: the prerendered products are replaced by the current ones.
  const reply = await page.request.get(`/api/products/category/${category}?inStock=true&limit=1`);
  const [{ name }] = (await reply.json()) as [{ name: string }];
  await page.goto(`/category/${category}`);
  const card = page.locator('article').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await card.getByRole('button', { name: /^Add to Cart/ }).click();
  await page.getByText(`${name} has been added to your cart.`).first().waitFor();
  return name;
}

/** From any page to the checkout, through the cart drawer. */
export async function openCheckout(page: Page): Promise<void> {
  const proceed = page
    .getByRole('button', { name: 'Proceed to Checkout' })
    .or(page.getByRole('link', { name: 'Proceed to Checkout' }));
  if (!(await proceed.isVisible())) await page.getByRole('button', { name: /cart/i }).first().click();
  await proceed.click();
  await page.waitForURL('**/checkout');
}

export async function fillInDetails(page: Page, details: Partial<typeof buyer> = buyer): Promise<void> {
  for (const [label, value] of Object.entries(details))
    await page.getByLabel(label, { exact: true }).fill(value);
}

/** Sends the order and waits until the browser is on the bank's page. */
export async function goToTheBank(page: Page, gateway: string): Promise<void> {
  await page.getByRole('button', { name: 'pay via Card' }).click();
  await page.waitForURL((url) => url.href.startsWith(gateway));
}
