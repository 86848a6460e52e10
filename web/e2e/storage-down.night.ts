import { expect, test } from 'vitest';
import {
  choosePicture,
  imageUrlField,
  isStored,
  newProductForm,
  shownPicture,
  smallPhoto,
  takePhoto,
} from './admin-pictures-scene.ts';
import { openShop, phone } from './journey.ts';
import { signIn } from './shop-states.ts';

// Storage is down: shoppers get the response of the gateway in front of it, the owner that of the shop.
const storage = '**/storage/v1/**';
const expected = [/status of 503.*\/(storage\/v1|api\/pictures)\//];
const message = 'Pictures cannot be stored at the moment. Please try again in a few minutes.';
const gatewayPage = { status: 503, contentType: 'text/html', body: '<h1>Service Unavailable</h1>' };

test('without picture storage an owner’s picture is kept and sent later; shoppers see drawings and can still buy', async () => {
  const { page: owner, stack } = await openShop({ viewport: phone, expected });
  await signIn(owner, 'admin');
  const { name, price } = await newProductForm(owner, { category: 'converters' });
  await owner.route('**/api/pictures/*', (route) =>
    route.fulfill({ status: 503, json: { code: 'service_unavailable', message } }),
  );
  await choosePicture(owner, 'staff.jpg', 'image/jpeg', await takePhoto(owner, smallPhoto));
  await owner.getByText(message).waitFor();
  await owner.getByText('The picture is kept').waitFor();
  expect(await owner.getByLabel('Name', { exact: true }).inputValue()).toBe(name);
  expect(await owner.getByLabel('Price (KES)').inputValue()).toBe(String(price));
  await owner.unroute('**/api/pictures/*');
  await owner.getByRole('button', { name: 'Try again' }).click();
  await isStored(owner);
  const imageUrl = await imageUrlField(owner).inputValue();
  expect(imageUrl).toMatch(/-1200\.webp$/);
  expect(imageUrl).toContain(stack.addresses.supabase);
  await owner.getByRole('button', { name: 'Create Product' }).click();
  await owner.getByText('Product created').waitFor();

  const { page } = await openShop({ viewport: phone, expected });
  await page.route(storage, (route) => route.fulfill(gatewayPage));
  await page.goto('/category/converters?sort=newest');
  const card = page.locator('article', { hasText: name });
  await card.scrollIntoViewIfNeeded();
  await expect.poll(() => card.locator('img').count()).toBe(0);
  expect(await card.locator('svg').count()).toBeGreaterThan(0);
  await card.getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await expect.poll(() => page.locator('main img').count()).toBe(0);
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await page.getByText(`${name} has been added to your cart.`).first().waitFor();

  await page.unroute(storage);
  await page.goto('/category/converters?sort=newest');
  await card.scrollIntoViewIfNeeded();
  expect((await shownPicture(card.locator('img'))).type).toBe('image/webp');
});
