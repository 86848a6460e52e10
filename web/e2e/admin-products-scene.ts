import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { AccessToken, AdminProduct } from '../../supabase/functions/_shared/contract/admin.ts';
import {
  productColumns,
  type ProductFields,
} from '../../supabase/functions/_shared/contract/product-columns.ts';
import { platform } from '../../supabase/tests/platform-call.ts';
import type { Screen } from './screen.ts';
import { db } from './shop-database.ts';
import { signIn } from './shop-states.ts';

// Opens the products in an owner's browser. "Elsewhere" means by another admin.

/** The required fields of a product that only one test uses. */
export const productForm = (over: object = {}) => ({
  name: `Levelling staff ${randomUUID().slice(0, 8)}`,
  category: 'cooking',
  description: 'Telescopic aluminium staff of five metres in four sections, with a bag and a bubble.',
  price: 12_500,
  imageUrl: '/favicon.svg',
  stock: 8,
  ...over,
});

/** A product that another admin has created. */
export async function newProductElsewhere(page: Page, over: object = {}): Promise<AdminProduct> {
  const answer = await page.request.post('/api/products', { data: productForm(over) });
  if (answer.status() !== 201) throw new Error(`Not made: ${await answer.text()}`);
  return (await answer.json()) as AdminProduct;
}

/** A change of a product by another admin. */
export async function changeElsewhere(page: Page, id: string, set: ProductFields): Promise<void> {
  const { token } = (await (await page.request.get('/api/auth/token')).json()) as AccessToken;
  const body = { p_changes: [{ id, seen: {}, set: productColumns(set) }] };
  const answer = await platform('POST', '/rest/v1/rpc/change_products', { token, body });
  if (answer.status !== 200) throw new Error(`Not changed: ${answer.text}`);
}

/** Opens the table of products, signed in as the demo's admin. */
export async function openProducts(page: Page, search = ''): Promise<void> {
  const me = await page.request.get('/api/auth/me');
  if (!me.ok()) await signIn(page, 'admin');
  await page.goto(`/admin/products${search}`);
  await page.getByRole('heading', { name: 'Products', exact: true }).waitFor();
  await page.locator('tbody tr').first().waitFor();
}

/** Types into the price cell of the first of some products, and presses Enter. */
async function typePrice(page: Page, price: string): Promise<void> {
  await openProducts(page, '?q=jinko');
  await page
    .getByRole('button', { name: /^Price of .*Edit$/ })
    .first()
    .click();
  await page.keyboard.type(price);
  await page.keyboard.press('Enter');
}

/** Opens a product's page; requires a session. */
export async function openProduct(
  page: Page,
  { id, name }: Pick<AdminProduct, 'id' | 'name'>,
): Promise<void> {
  await page.goto(`/admin/products/${id}`);
  await page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
}

/** On a phone the check boxes of the rows are behind a button. */
export async function showCheckBoxes(page: Page): Promise<void> {
  const select = page.getByRole('button', { name: 'Select', exact: true });
  if (await select.isVisible()) await select.click();
}

/** The product's row in the table, of two lines on a phone. */
export const rowOf = (page: Page, name: string) => page.locator('tbody tr').filter({ hasText: name });

/** The states of these pages, for screenshots and accessibility checks. */
export const productScreens: readonly Screen[] = [
  { name: 'admin-products', show: (page) => openProducts(page) },
  {
    name: 'admin-products-none-found',
    show: async (page) => {
      await signIn(page, 'admin');
      await page.goto('/admin/products?q=nothing+like+this');
      await page.getByText('No products found').waitFor();
    },
  },
  {
    name: 'admin-products-deleted',
    show: async (page) => {
      await signIn(page, 'admin');
      const { id, slug } = await newProductElsewhere(page);
      await db()`delete from public.products where id = ${id}`;
      await openProducts(page, `?q=${slug}&state=deleted`);
    },
  },
  {
    name: 'admin-products-error',
    expected: [/status of 500/],
    show: async (page) => {
      await signIn(page, 'admin');
      await page.route('**/rpc/find_products*', (route) =>
        route.fulfill({ status: 500, json: { message: 'broken' } }),
      );
      await page.goto('/admin/products');
      await page.getByText('We could not load the products').waitFor();
    },
  },
  {
    name: 'admin-products-row-refused',
    show: async (page) => {
      await typePrice(page, '999999999');
      await page.getByText('Price can be at most KES').waitFor();
    },
  },
  {
    name: 'admin-products-price-question',
    isOverlay: true,
    show: async (page) => {
      await typePrice(page, '500');
      await page.getByText('Change the price by more than half?').waitFor();
    },
  },
  {
    name: 'admin-products-bulk',
    isOverlay: true,
    show: async (page) => {
      await openProducts(page, '?q=jinko');
      await showCheckBoxes(page);
      const boxes = page.locator('tbody input[type=checkbox]');
      // By keyboard: on a phone the bar of the selection covers the second box.
      await boxes.first().press('Space');
      await boxes.nth(1).press('Space');
      await page.getByText('2 selected', { exact: true }).last().waitFor();
      await page.getByRole('button', { name: 'Change selected' }).click();
      await page.getByLabel('What to change').selectOption('add-stock');
      await page.getByLabel('Pieces to add').fill('-20');
      await page.getByText('The stock would be below zero').waitFor();
    },
  },
  {
    name: 'admin-products-delete',
    only: 'desktop',
    isOverlay: true,
    show: async (page) => {
      await openProducts(page, '?q=jinko');
      await page
        .getByRole('button', { name: /^Delete / })
        .first()
        .click();
      await page.getByText('Are you sure you want to delete this product?').waitFor();
    },
  },
  {
    name: 'admin-product-new',
    show: async (page) => {
      await signIn(page, 'admin');
      await page.goto('/admin/products/new');
      await page.getByRole('heading', { name: 'Add Product' }).waitFor();
    },
  },
  {
    name: 'admin-product-errors',
    show: async (page) => {
      await signIn(page, 'admin');
      await page.goto('/admin/products/new');
      await page.getByRole('button', { name: 'Add a line' }).click();
      await page.getByRole('button', { name: 'Create Product' }).click();
      await page.getByText('Add a picture').waitFor();
    },
  },
  {
    name: 'admin-product-edit',
    show: async (page) => {
      await openProducts(page, '?q=jinko');
      const product = await newProductElsewhere(page, {
        specs: [
          { label: 'Length', value: '5 m' },
          { label: 'Material', value: 'Aluminium' },
          { label: 'Bubble', value: 'Yes' },
        ],
      });
      await changeElsewhere(page, product.id, { price: 13_000, stock: 7 });
      await changeElsewhere(page, product.id, { isActive: false });
      await openProduct(page, product);
      await page.locator('summary', { hasText: 'History' }).click();
      await page.getByText('archived it').waitFor();
    },
  },
  {
    name: 'admin-product-conflict',
    isOverlay: true,
    expected: [/status of 409/],
    show: async (page) => {
      await signIn(page, 'admin');
      const product = await newProductElsewhere(page);
      await openProduct(page, product);
      await changeElsewhere(page, product.id, { price: 13_000, stock: 3 });
      await page.getByLabel('Price (KES)').fill('11000');
      await page.getByLabel('Brand').fill('Leica');
      await page.getByRole('button', { name: 'Save Product' }).click();
      await page.getByText('Changed by both of you').waitFor();
    },
  },
  {
    name: 'admin-product-missing',
    show: async (page) => {
      await signIn(page, 'admin');
      await page.goto('/admin/products/nothing');
      await page.getByText('There is no such product').waitFor();
    },
  },
];
