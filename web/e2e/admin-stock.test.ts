import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { openShop } from './journey.ts';
import { db } from './shop-database.ts';
import { signIn } from './shop-states.ts';
import { onPhone } from './widths.ts';

/** Products of an own mark, five pieces of each on the shelf. */
async function newProducts(count: number) {
  const mark = randomUUID().slice(0, 8);
  const models = Array.from({ length: count }, (_, index) => `M${index + 1}-${mark}`);
  for (const model of models)
    await db()`insert into public.products (slug, name, category, price, stock, model)
      values (${model.toLowerCase()}, ${`Probe ${model}`}, 'gps', 900, 5, ${model})`;
  onTestFinished(async () => {
    await db()`update public.products set is_active = false where model in ${db()(models)}`;
  });
  const shelves = async () => {
    const rows = await db()<{ model: string; stock: number }[]>`
      select model, stock from public.products where model in ${db()(models)}`;
    return Object.fromEntries(rows.map(({ model, stock }) => [model, stock]));
  };
  return { models, shelves };
}

test.each(onPhone)(
  'on %s the products of a delivery note are booked by typing, and a stock-take corrects one of them',
  async (_, viewport) => {
    const { models, shelves } = await newProducts(3);
    const { page } = await openShop({ viewport });
    await signIn(page, 'admin');
    await page.goto('/admin/products/stock');
    const search = page.getByLabel('Find a product');
    /** Finds a product by its model and types its pieces; Enter leads back to the search. */
    const enter = async (model: string, label: string, pieces: number) => {
      await search.fill(model);
      await page.getByRole('button', { name: new RegExp(`Probe ${model}`) }).click();
      const line = page.getByRole('group', { name: `Probe ${model}` });
      await line.getByLabel(label).fill(String(pieces));
      await line.getByLabel(label).press('Enter');
    };
    await page.getByLabel('Delivery note').fill('DN 4711');
    for (const [index, model] of models.entries()) await enter(model, 'Pieces', index + 1);
    await page.getByText('3 products, +6 pieces').waitFor();
    await page.getByRole('button', { name: 'Book the Goods' }).click();
    await page.getByText(`+3 Probe ${models[2]}`).waitFor();
    expect(await shelves()).toEqual(Object.fromEntries(models.map((model, index) => [model, 6 + index])));

    await page.getByLabel('What happened').selectOption('Stock-take');
    for (const [index, model] of models.entries()) await enter(model, 'Counted', index === 1 ? 9 : 6 + index);
    await page.getByText('3 products, 1 differs: +2 pieces').waitFor();
    await page.getByRole('button', { name: 'Book the Differences' }).click();
    await page.getByText(`+2 Probe ${models[1]}`).waitFor();
    expect((await shelves())[models[1] ?? '']).toBe(9);
  },
);
