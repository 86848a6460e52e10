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
import { newProductElsewhere } from './admin-products-scene.ts';
import { openShop, phone } from './journey.ts';
import { signIn } from './shop-states.ts';

// Storage is down: the response comes from the gateway in front of it.
const storage = '**/storage/v1/**';
const expected = [/status of 503.*\/storage\/v1\//];
const gatewayPage = { status: 503, contentType: 'text/html', body: '<h1>Service Unavailable</h1>' };

test.each([
  ['its gateway answers with a page', gatewayPage],
  [
    'it answers with an error of its own',
    { status: 503, json: { statusCode: '503', error: 'SlowDown', message: 'pool is full' } },
  ],
])('an owner’s form and picture are kept, and sent later: %s', async (_, answer) => {
  const { page } = await openShop({ viewport: phone, expected });
  await signIn(page, 'admin');
  const form = await newProductForm(page);
  await page.route(storage, (route) => route.fulfill(answer));
  await choosePicture(page, 'staff.jpg', 'image/jpeg', await takePhoto(page, smallPhoto));
  await page
    .getByText('Pictures cannot be stored at the moment. Please try again in a few minutes.')
    .waitFor();
  await page.getByText('The picture is kept').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(form.name);
  expect(await page.getByLabel('Price (KES)').inputValue()).toBe(String(form.price));
  await page.unroute(storage);
  await page.getByRole('button', { name: 'Try again' }).click();
  await isStored(page);
  expect(await imageUrlField(page).inputValue()).toMatch(/-1200\.webp$/);
  await page.getByRole('button', { name: 'Create Product' }).click();
  await page.getByText('Product created').waitFor();
});

test('without picture storage shoppers see drawings and can still buy; later the pictures are back', async () => {
  const { page: owner, stack } = await openShop();
  await signIn(owner, 'admin');
  await newProductForm(owner);
  await choosePicture(owner, 'staff.jpg', 'image/jpeg', await takePhoto(owner, smallPhoto));
  await isStored(owner);
  const imageUrl = await imageUrlField(owner).inputValue();
  expect(imageUrl).toContain(stack.addresses.supabase);
  const { name } = await newProductElsewhere(owner, { category: 'converters', imageUrl });

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
