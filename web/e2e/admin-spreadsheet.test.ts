import { describe, expect, test } from 'vitest';
import { changeElsewhere } from './admin-products-scene.ts';
import {
  chooseFile,
  csvOf,
  exportOf,
  manyProducts,
  openSpreadsheet,
  expectPreview,
  supplierList,
} from './admin-spreadsheet-scene.ts';
import { openShop } from './journey.ts';
import { db } from './shop-database.ts';
import { onDesktop } from './widths.ts';

const rod = async (id: string | undefined) => {
  const [row] = await db()`select * from public.products where id = ${id ?? ''}`;
  return row;
};
const importsNamed = (name: string) => db()`select * from public.product_imports where file_name = ${name}`;

describe.each(onDesktop)('on %s', (_, viewport) => {
  test('a supplier’s list is mapped once; bad rows are listed, the rest is written and undone', async () => {
    const { page } = await openShop({ viewport });
    const mark = await manyProducts(6);
    await openSpreadsheet(page, `?q=${mark}`);
    const { rows: exported } = await exportOf(page);
    const rows = exported.toSorted((one, other) => one.slug!.localeCompare(other.slug!));
    const products = () => db()<{ id: string; price: number }[]>`
      select id, price from public.products where brand = ${mark} order by slug`;
    const before = await products();
    await chooseFile(page, csvOf(rows));
    await page.getByText('No changes: every row is the same as in the shop.').waitFor();
    expect(await page.getByRole('button', { name: 'Nothing to write' }).isDisabled()).toBe(true);

    const name = `supplier-${mark}.xlsx`;
    // The first is named again in a bad row: neither is written.
    const list = supplierList(rows.slice(1), mark);
    await chooseFile(page, list, name);
    const columns = page.getByRole('heading', { name: `Which column of “${name}” is what?` });
    await columns.waitFor();
    expect(await page.getByLabel('Product', { exact: true }).inputValue()).toBe('Item');
    await page.getByLabel('Price', { exact: true }).selectOption(`Retail ${mark}`);
    await page.getByLabel('Round prices to').selectOption('The nearest KES 50');
    await page.getByRole('button', { name: 'Preview' }).click();
    await expectPreview(page, '3 bad, 4 changed, 0 new, 0 unchanged');
    const badRows = page.getByRole('list', { name: 'Bad rows' }).getByRole('listitem');
    expect((await badRows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))).toEqual([
      expect.stringMatching(
        /^Row 4 Rod .* Item This product is in row 11 too 1 · ROD .* · KES 1020.00 · boxed$/,
      ),
      expect.stringMatching(/^Row 10 .* Item No product has this model number, address or name 8 · Unknown /),
      expect.stringMatching(/^Row 11 Rod .* Is “95.000” 95 or 95,000\? Write thousands with a comma/),
    ]);
    await page.getByText('1 row without a price or a stock is left out.').waitFor();
    await page.getByRole('button', { name: /^4 Changed$/ }).click();
    await page.getByText('(in the list KES 1021.00)').waitFor();
    await page.getByRole('button', { name: 'Write 4 good rows' }).dblclick();
    await page.getByText('4 changed. You can undo it below.').waitFor();
    const prices = (await products()).map(({ price }) => price);
    expect(prices).toEqual([...before.slice(0, 2).map(({ price }) => price), 1000, 1000, 1000, 1000]);
    expect(await importsNamed(name)).toHaveLength(1);

    // The next list with this heading needs no mapping.
    await chooseFile(page, list, `second-${name}`);
    await expectPreview(page, '3 bad, 0 changed, 0 new, 4 unchanged');

    await page.getByRole('button', { name: `Undo “${name}”` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    const mine = page.getByRole('listitem').filter({ hasText: name });
    await mine.getByText(': 4 restored').waitFor();
    expect(await products()).toEqual(before);
  });
});

describe.each(onDesktop)('on %s', (_, viewport) => {
  test('changes that somebody else wrote meanwhile are not overwritten unnoticed', async () => {
    const { page } = await openShop({ viewport });
    const mark = await manyProducts(3);
    await openSpreadsheet(page, `?q=${mark}`);
    const { rows } = await exportOf(page);
    const name = `mine-${mark}.csv`;
    await chooseFile(page, csvOf(rows.map((row) => ({ ...row, price_kes: '1400' }))), name);
    await expectPreview(page, '3 changed');
    await changeElsewhere(page, rows[0]!.id ?? '', { price: 1300 });
    await page.getByRole('button', { name: 'Write 3 rows' }).click();
    await page.getByText('is imported, except for some rows').waitFor();
    const left = page.getByText(/^Row 2: Rod .* was changed by somebody, or sold, meanwhile\.$/);
    await left.first().waitFor();
    expect(await rod(rows[0]!.id)).toMatchObject({ price: 1300 });
    expect(await rod(rows[1]!.id)).toMatchObject({ price: 1400 });
    await chooseFile(page, csvOf([{ ...rows[0]!, price_kes: '1400' }]), name);
    await page.getByRole('list', { name: 'Outdated rows' }).getByText('1,300').first().waitFor();
    expect(await page.getByRole('button', { name: 'Nothing to write' }).isDisabled()).toBe(true);
    expect(await rod(rows[0]!.id)).toMatchObject({ price: 1300 });
    expect(await importsNamed(name)).toHaveLength(1);
  });

  test('an import whose reply was lost is written only once when it is sent again', async () => {
    const { page } = await openShop({ viewport, expected: [/import_products/] });
    const mark = await manyProducts(2);
    await openSpreadsheet(page, `?q=${mark}`);
    const { rows } = await exportOf(page);
    const name = `dropped-${mark}.csv`;
    const added = (count: number) =>
      csvOf(
        Array.from({ length: count }, (_, i) => ({
          ...rows[0]!,
          id: '',
          slug: '',
          name: `Once ${mark} ${i}`,
        })),
      );
    await chooseFile(page, added(1432), name);
    await page.getByText('This file has 1,432 rows. 1,000 at most: split it into two files.').waitFor();
    await chooseFile(page, added(501), name);
    await expectPreview(page, '501 new');
    await page.route(
      '**/rpc/import_products',
      async (route) => {
        await route.fetch();
        await route.abort('internetdisconnected');
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Write 501 rows' }).click();
    await page.getByText('No connection. Check your connection and try again.').waitFor();
    await page.getByRole('button', { name: 'Write 501 rows' }).click();
    await page.getByText('is imported').waitFor();
    expect(await db()`select 1 from public.products where name like ${`Once ${mark} %`}`).toHaveLength(501);
    expect(await importsNamed(name)).toHaveLength(1);
  });
});
