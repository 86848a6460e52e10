import { describe, expect, test } from 'vitest';
import {
  changeElsewhere,
  newProductElsewhere,
  openProduct,
  openProducts,
  productForm,
  rowOf,
} from './admin-products-scene.ts';
import { openShop, phone } from './journey.ts';
import { db } from './shop-database.ts';
import { signIn } from './shop-states.ts';
import { onDesktop } from './widths.ts';

const conflict = /status of 409/;

describe.each(onDesktop)('on %s', (_, viewport) => {
  test('a product is created with every field, and the list and the shop show it', async () => {
    const { page } = await openShop({ viewport });
    await openProducts(page);
    await page.getByRole('link', { name: 'Add Product' }).click();
    const form = productForm();
    await page.getByLabel('Name', { exact: true }).fill(form.name);
    await page.getByLabel('Category').selectOption('gps');
    await page.getByLabel('Description').fill(form.description);
    await page.getByLabel('Price (KES)').fill('12,500');
    await page.getByLabel('Stock', { exact: true }).fill('8');
    await page.getByLabel('Image URL', { exact: true }).fill(form.imageUrl);
    await page.getByLabel('Brand').fill('Nedo');
    await page.getByLabel('Warranty (years)').fill('2');
    await page.getByLabel('Weight (kg)').fill('1.85');
    await page.getByRole('button', { name: 'Add a line' }).click();
    await page.getByLabel('Label of line 1').fill('Length');
    await page.getByLabel('Kind of line 1').selectOption('number');
    await page.getByLabel('Number of line 1').fill('5');
    await page.getByLabel('Unit of line 1').fill('m');
    await page.getByRole('button', { name: 'Add a line' }).click();
    await page.getByLabel('Label of line 2').fill('Bubble');
    await page.getByLabel('Kind of line 2').selectOption('yes-no');
    // Moves the second line up by keyboard; the focus moves with it.
    await page.getByLabel('Label of line 2').press('Alt+ArrowUp');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')), { timeout: 5000 })
      .toBe('Label of line 1');
    await page.getByLabel('Search words').fill('fimbo');
    await page.getByRole('button', { name: 'Create Product' }).dblclick();
    await page.getByText('Product created').waitFor();
    await page.getByLabel('Search products').fill(form.name);
    await rowOf(page, form.name).waitFor();
    const made = await db()`select * from public.products where name = ${form.name}`;
    expect(made).toHaveLength(1);
    expect(made[0]).toMatchObject({
      category: 'gps',
      price: 12_500,
      stock: 8,
      brand: 'Nedo',
      warranty_years: 2,
      weight_grams: 1850,
      keywords: 'fimbo',
      specs: [
        { label: 'Bubble', value: 'Yes' },
        { label: 'Length', value: '5 m' },
      ],
    });
    await page.goto('/category/gps');
    await page.getByText(form.name).first().waitFor();
    await db()`delete from public.products where name = ${form.name}`;
  });

  test('the form shows unknown labels, values that cannot be compared, and the figures on cards', async () => {
    const { page } = await openShop({ viewport });
    await signIn(page, 'admin');
    const product = await newProductElsewhere(page, { category: 'batteries' });
    await openProduct(page, product);
    await page.getByRole('button', { name: 'Energy (kWh)' }).click();
    await page.getByLabel('Number of line 1').fill('4.8');
    await page.getByRole('button', { name: 'Nominal voltage (V)' }).click();
    await page.getByLabel('Kind of line 2').selectOption('text');
    await page.getByLabel('Value of line 2').fill('the usual one');
    await page.getByText('Nominal voltage: begin with a number in V, such as 12.5 V.').waitFor();
    await page.getByLabel('Value of line 2').fill('48 V');
    await page.getByText('On cards: 4.8 kWh · 48 V · 100 Ah', { exact: true }).waitFor();
    expect(await page.getByText('Shown, but not compared').count()).toBe(0);
    expect(await page.getByRole('button', { name: /^(Energy|Capacity|Nominal)/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Save Product' }).click();
    await page.getByText('Product updated').waitFor();
    const [row] = await db()`select key_figures from public.products where id = ${product.id}`;
    expect(row).toEqual({ key_figures: ['4.8 kWh', '48 V', '100 Ah'] });
  });

  test('when two admins edit a product both versions are shown side by side, with a choice for each field', async () => {
    const { page } = await openShop({ viewport, expected: [conflict] });
    await signIn(page, 'admin');
    const product = await newProductElsewhere(page);
    await openProduct(page, product);
    await page.getByLabel('Price (KES)').fill('11000');
    await page.getByLabel('Brand').fill('Leica');
    await changeElsewhere(page, product.id, { price: 14_000, isActive: false });
    await page.getByRole('button', { name: 'Save Product' }).click();
    const dialog = page.getByRole('dialog', { name: 'Changed meanwhile' });
    const price = dialog.getByRole('group', { name: /Price/ });
    await price.getByLabel(/Yours\s*11000/).waitFor();
    expect(await dialog.getByRole('group', { name: /Stock/ }).count()).toBe(0);
    await price.getByLabel(/Theirs\s*14000/).check();
    await dialog.getByRole('button', { name: 'Save my choice' }).click();
    await page.getByText('Product updated').waitFor();
    const [row] = await db()`select * from public.products where id = ${product.id}`;
    expect(row).toMatchObject({ price: 14_000, brand: 'Leica', is_active: false, stock: 8 });
  });

  test('a price is restored from the history', async () => {
    const { page } = await openShop({ viewport });
    await signIn(page, 'admin');
    const product = await newProductElsewhere(page);
    await changeElsewhere(page, product.id, { price: 99 });
    await openProduct(page, product);
    await expect.poll(() => page.title()).toContain(product.name);
    await page.getByText('changed price', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: /^Restore/ }).click();
    await page.getByText('is as it was before this change').waitFor();
    await expect.poll(() => page.getByLabel('Price (KES)').inputValue(), { timeout: 10_000 }).toBe('12500');
    const [row] = await db()`select * from public.products where id = ${product.id}`;
    expect(row).toMatchObject({ price: 12_500 });
  });
});

test('an invalid form shows an error under each field, and is restored after a reload and Back', async () => {
  const { page } = await openShop({ viewport: phone });
  await openProducts(page);
  await page.getByRole('link', { name: 'Add Product' }).click();
  await page.getByRole('button', { name: 'Create Product' }).click();
  for (const words of [
    'Name is required',
    'Category is required',
    'Description is required',
    'Price is missing',
    'Stock is missing',
    'Image URL is required',
  ])
    await page.getByText(words).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Half a product');
  await page.getByLabel('Price (KES)').fill('ten');
  await page.getByLabel('Image URL', { exact: true }).fill('picture.webp');
  await page.getByText('Price must be a number').waitFor();
  await page.getByText('Enter a web address that begins with https://').waitFor();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText('What you typed before has been restored').waitFor();
  expect(await page.getByLabel('Price (KES)').inputValue()).toBe('ten');
  await page.goBack();
  await page.getByRole('heading', { name: 'Products', exact: true }).waitFor();
  await page.goForward();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Half a product');

  // A link asks for confirmation before it leaves the form.
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await page.getByRole('button', { name: 'Discard it' }).click();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('');
});

test('an error of the server is shown under its field, and the form is kept when the connection is lost', async () => {
  const { page } = await openShop({ expected: [conflict, /ERR_FAILED/, /failed/] });
  await signIn(page, 'admin');
  const other = await newProductElsewhere(page);
  await page.goto(`/admin/products/new?copy=${other.id}`);
  await page.getByLabel('Name', { exact: true }).waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(`${other.name} (copy)`);
  await page.getByLabel('Address').fill(other.slug);
  await page.getByRole('button', { name: 'Create Product' }).click();
  await page.getByText('Failed to create product').waitFor();
  await page
    .locator('form')
    .getByText('Another product has this address already. Please choose a different one.', { exact: true })
    .waitFor();
  await page.getByLabel('Address').fill('');

  // The connection is lost after the product was created: the same form sent again is the same product.
  await page.route('**/api/products', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Create Product' }).click();
  await page.getByText('What you typed is kept.').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(`${other.name} (copy)`);
  await page.unroute('**/api/products');
  await page.getByRole('button', { name: 'Create Product' }).click();
  await page.getByText('Product created').waitFor();
  const made = await db()`select id from public.products where name = ${`${other.name} (copy)`}`;
  expect(made).toHaveLength(1);
});

test('a product that cannot be saved or deleted says so, and nothing is lost', async () => {
  const { page } = await openShop({ expected: [/ERR_FAILED/, /failed/] });
  await signIn(page, 'admin');
  const product = await newProductElsewhere(page);
  await openProduct(page, product);
  await page.getByLabel('Brand').fill('Leica');
  await page.route('**/api/products/*', (route) => route.abort());
  await page.getByRole('button', { name: 'Save Product' }).click();
  await page.getByText('Failed to update product').waitFor();
  expect(await page.getByLabel('Brand').inputValue()).toBe('Leica');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete product' });
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByText('Not deleted').waitFor();
  const [row] = await db()`select id from public.products where id = ${product.id}`;
  expect(row).toEqual({ id: product.id });
});

test('a product created by a request that seemed lost is edited, not created again, when its form was changed', async () => {
  const { page } = await openShop({ expected: [conflict, /ERR_FAILED/, /failed/] });
  await signIn(page, 'admin');
  const other = await newProductElsewhere(page);
  await page.goto(`/admin/products/new?copy=${other.id}`);
  await page.getByLabel('Name', { exact: true }).waitFor();
  await page.route('**/api/products', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Create Product' }).click();
  await page.getByText('What you typed is kept.').waitFor();
  await page.unroute('**/api/products');
  await page.getByLabel('Price (KES)').fill('15000');
  await page.getByRole('button', { name: 'Create Product' }).click();
  await page.getByText('Already created').waitFor();
  await page.getByRole('button', { name: 'Save Product' }).click();
  await page.getByText('Product updated').waitFor();
  const made = await db()`select price from public.products where name = ${`${other.name} (copy)`}`;
  expect(made).toEqual([{ price: 15_000 }]);
});

test('a product that has no picture can be saved without one', async () => {
  const { page } = await openShop();
  await signIn(page, 'admin');
  const product = await newProductElsewhere(page);
  await db()`update public.products set image_url = null where id = ${product.id}`;
  await openProduct(page, product);
  await page.getByText('This product has no picture').waitFor();
  await page.getByLabel('Brand').fill('Nedo');
  await page.getByRole('button', { name: 'Save Product' }).click();
  await page.getByText('Product updated').waitFor();
  const [row] = await db()`select brand, image_url from public.products where id = ${product.id}`;
  expect(row).toEqual({ brand: 'Nedo', image_url: null });
});

test('after a product is created and deleted, the list and the figures are refetched', async () => {
  const { page } = await openShop();
  await signIn(page, 'admin');
  await page.goto('/admin');
  const tabs = page.getByRole('navigation', { name: 'Dashboard' });
  const total = async () => Number((await figure.innerText()).replace(/\D/g, ''));
  const figure = page.locator('dt', { hasText: 'Total Products' }).locator('xpath=following-sibling::dd[1]');
  await figure.waitFor();
  const before = await total();
  await tabs.getByRole('link', { name: 'Products' }).click();
  const form = productForm();
  const search = page.getByLabel('Search products');
  // The cached list of this search must be refetched.
  await search.fill(form.name);
  await page.getByText('No products found').waitFor();
  await page.getByRole('link', { name: 'Add Product' }).click();
  await page.getByLabel('Name', { exact: true }).fill(form.name);
  await page.getByLabel('Category').selectOption(form.category);
  await page.getByLabel('Description').fill(form.description);
  await page.getByLabel('Price (KES)').fill(String(form.price));
  await page.getByLabel('Stock', { exact: true }).fill(String(form.stock));
  await page.getByLabel('Image URL', { exact: true }).fill(form.imageUrl);
  await page.getByRole('button', { name: 'Create Product' }).click();
  await search.fill(form.name);
  await rowOf(page, form.name).waitFor();
  await tabs.getByRole('link', { name: 'Overview' }).click();
  await expect.poll(total, { timeout: 10_000 }).toBe(before + 1);
  await tabs.getByRole('link', { name: 'Products' }).click();
  await search.fill(form.name);
  await page.getByRole('button', { name: `Delete ${form.name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await rowOf(page, form.name).waitFor({ state: 'detached' });
  await tabs.getByRole('link', { name: 'Overview' }).click();
  await expect.poll(total, { timeout: 10_000 }).toBe(before);
});
