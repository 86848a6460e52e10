import { describe, expect, test } from 'vitest';
import { Visitor } from '../../supabase/tests/api-visitor.ts';
import {
  newProductElsewhere,
  openProducts,
  productForm,
  rowOf,
  showCheckBoxes,
} from './admin-products-scene.ts';
import { desktop, openShop } from './journey.ts';
import { db } from './shop-database.ts';
import { signIn } from './shop-states.ts';
import { onDesktop } from './widths.ts';

const productNamed = async (name: string) => {
  const [row] = await db()`select * from public.products where name = ${name}`;
  return row;
};

describe.each(onDesktop)('on %s', (_, viewport) => {
  test('a price and a stock are edited in the row, with Enter and Esc, and the table stays as wide', async () => {
    const { page } = await openShop({ viewport });
    await signIn(page, 'admin');
    const { name, description } = await newProductElsewhere(page);
    await openProducts(page, `?q=${name.slice(-8)}`);
    // Where rows are two lines there is no room for it.
    await rowOf(page, name)
      .getByText(`${description.slice(0, 50)}…`, { exact: true })
      .waitFor({ state: viewport === desktop ? 'visible' : 'hidden' });
    const widthOf = () =>
      page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.querySelector('table')?.scrollWidth,
      ]);
    const before = await widthOf();
    expect(before[0]).toBeLessThanOrEqual(viewport.width);
    const price = page.getByRole('button', { name: new RegExp(`^Price of ${name}`) });
    await price.focus();
    await page.keyboard.press('Enter');
    const input = page.getByRole('textbox', { name: `Price of ${name}` });
    await input.fill('nonsense');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await widthOf()).toEqual(before);
    await page.keyboard.press('Escape');
    expect(await price.innerText()).toContain('12,500');

    await price.click();
    await input.fill('13,750');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: new RegExp(`^Price of ${name}: KES.13,750`) }).waitFor();
    await expect.poll(() => price.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.getByRole('button', { name: new RegExp(`^Stock of ${name}`) }).click();
    const stock = page.getByRole('textbox', { name: `Stock of ${name}` });
    await stock.fill('nonsense');
    await stock.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await widthOf()).toEqual(before);
    await stock.fill('3');
    await page.getByRole('button', { name: 'Save stock' }).click();
    await page.getByRole('button', { name: new RegExp(`^Stock of ${name}: 3`) }).waitFor();
    expect(await productNamed(name)).toMatchObject({ price: 13_750, stock: 3 });
  });

  test('bulk changes are previewed with before, after and what is impossible, then all are applied', async () => {
    const { page } = await openShop({ viewport });
    await signIn(page, 'admin');
    const mark = productForm().name.slice(-8);
    const [a, b, cheap] = await Promise.all([
      newProductElsewhere(page, { name: `Prism ${mark} A`, price: 1000 }),
      newProductElsewhere(page, { name: `Prism ${mark} B`, price: 85_000 }),
      newProductElsewhere(page, { name: `Prism ${mark} C`, price: 1 }),
    ]);
    await openProducts(page, `?q=${mark}`);
    await showCheckBoxes(page);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check({ force: true });
    // The selection is kept when others are listed.
    await page.getByLabel('Search products').fill('levelling');
    await page.getByText('3 selected, 3 of them not on this page').waitFor();
    await page.getByRole('button', { name: 'Change selected' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change 3 products' });
    await dialog.getByLabel('Percent').fill('-60');
    await dialog.getByText('The price would be below KES 1').waitFor();
    await dialog.getByText('400').waitFor();
    expect(await dialog.getByRole('button', { name: 'Change 2 products' }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Leave 1 out' }).click();
    await page.getByRole('button', { name: 'Change 2 products' }).click();
    const question = page.getByRole('dialog', { name: 'Change 2 prices by more than half?' });
    await question.getByText(`${b.name}: KES\u00a085,000 becomes KES\u00a034,000`).waitFor();
    await question.getByRole('button', { name: 'Change the prices' }).dblclick();
    await page.getByText('2 products changed').waitFor();
    expect(await productNamed(a.name)).toMatchObject({ price: 400 });
    expect(await productNamed(b.name)).toMatchObject({ price: 34_000 });
    expect(await productNamed(cheap.name)).toMatchObject({ price: 1 });
    const changes = await db()`select id from public.history where row_id = ${a.id} and after is not null`;
    expect(changes).toHaveLength(1);
  });

  test('deleting asks for confirmation, and shows whether the product was deleted or archived', async () => {
    // On a phone it is deleted on its own page.
    const { page } = await openShop({ viewport: desktop });
    await signIn(page, 'admin');
    const never = await newProductElsewhere(page);
    const ordered = await newProductElsewhere(page);
    await new Visitor().placeOrder([{ productId: ordered.id, quantity: 1, price: ordered.price }]);
    await openProducts(page, `?q=levelling`);
    const press = (name: string) => page.getByRole('button', { name: `Delete ${name}` }).click();
    await press(never.name);
    await page.getByText('Are you sure you want to delete this product?', { exact: true }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await press(never.name);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).dblclick();
    await page.getByText('Product deleted').waitFor();
    await rowOf(page, never.name).waitFor({ state: 'detached' });
    // The button was removed with its row; the focus moves to the list.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Products');
    expect(await productNamed(never.name)).toBeUndefined();

    await press(ordered.name);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('Product archived').waitFor();
    await rowOf(page, ordered.name).getByText('Archived').waitFor();
    await page.getByRole('button', { name: `Restore ${ordered.name}` }).click();
    await rowOf(page, ordered.name).getByText('Active').waitFor();
    expect(await productNamed(ordered.name)).toMatchObject({ is_active: true });

    await openProducts(page, `?q=${never.name.slice(-8)}&state=deleted`);
    await page.getByRole('button', { name: `Restore ${never.name}` }).click();
    await page.getByText(`${never.name} is back as it was`).waitFor();
    await rowOf(page, never.name).waitFor({ state: 'detached' });
    expect(await productNamed(never.name)).toMatchObject({ price: never.price });
  });
});

test('search, sort, filter and page are in the URL, and Back restores them', async () => {
  const { page } = await openShop();
  await openProducts(page);
  await page.getByLabel('Search products').fill('victron');
  await page.waitForURL(/q=victron/);
  await rowOf(page, 'Victron').first().waitFor();
  await page.getByRole('columnheader', { name: 'Price' }).getByRole('button').click();
  await page.waitForURL(/sort=price/);
  await page.getByLabel('Category').selectOption('invertors');
  await page.waitForURL(/category=invertors/);
  const first = page.locator('tbody tr a[href^="/admin/products/"]').first();
  const prices = async () =>
    (await page.getByRole('button', { name: /^Price of/ }).allInnerTexts()).map((text) =>
      Number(/KES\s([\d,]+)/.exec(text)?.[1]?.replaceAll(',', '')),
    );
  await expect
    .poll(prices)
    .toSatisfy((found: number[]) => found.length > 1 && found.every((one, i) => one >= (found[i - 1] ?? 0)));
  const address = page.url();
  await first.click();
  await page.getByRole('button', { name: 'Save Product' }).waitFor();
  await page.goBack();
  await rowOf(page, 'Victron').first().waitFor();
  expect(page.url()).toBe(address);
  expect(await page.getByLabel('Search products').inputValue()).toBe('victron');
});
