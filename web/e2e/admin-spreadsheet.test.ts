import { describe, expect, test } from 'vitest';
import { changeElsewhere } from './admin-products-scene.ts';
import {
  chooseCsv,
  csvOf,
  exportOf,
  manyProducts,
  openSpreadsheet,
  expectPreview,
  type Row,
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
  test('100 rows, three of them bad: each bad cell is shown, the corrected file is written, and undone', async () => {
    const { page } = await openShop({ viewport });
    const mark = await manyProducts(60);
    await openSpreadsheet(page, `?q=${mark}`);
    const { rows: exported } = await exportOf(page);
    expect(exported).toHaveLength(60);
    const before = await db()`select * from public.products where brand = ${mark} order by id`;

    const changed = exported.map((row) => ({ ...row, price_kes: String(Number(row.price_kes) + 500) }));
    const fresh = Array.from({ length: 40 }, (_, i) => ({
      ...(exported[0] as Row),
      id: '',
      slug: '',
      name: `New rod ${i} ${mark}`,
      stock: String(i),
    }));
    const good: Row[] = [...changed, ...fresh];
    const bad = good.map((row) => ({ ...row }));
    bad[9]!.price_kes = 'free';
    bad[49]!.stock = '-4';
    bad[79]!.name = '';
    const name = `prices-${mark}.csv`;
    await chooseCsv(page, csvOf(exported));
    await page.getByText('No changes: every row is the same as in the shop.').waitFor();
    expect(await page.getByRole('button', { name: 'Nothing to write' }).isDisabled()).toBe(true);
    await chooseCsv(page, csvOf(bad), name);
    await expectPreview(page, '3 bad, 58 changed, 39 new, 0 unchanged');
    const badRows = page.getByRole('list', { name: 'Bad rows' }).getByRole('listitem');
    expect((await badRows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))).toEqual([
      expect.stringMatching(/^Row 11 Rod .* price_kes Price must be a number$/),
      expect.stringMatching(/^Row 51 Rod .* stock Stock cannot be negative$/),
      expect.stringMatching(/^Row 81 without a name name Name is required$/),
    ]);
    expect(await page.getByRole('button', { name: 'Write 97 rows' }).isDisabled()).toBe(true);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download bad rows' }).click();
    expect((await download).suggestedFilename()).toBe(`bad-rows-of-${name}`);
    expect(await db()`select * from public.products where brand = ${mark} order by id`).toEqual(before);

    await chooseCsv(page, csvOf(good), name);
    await expectPreview(page, '0 bad, 60 changed, 40 new, 0 unchanged');
    await page.getByText('More rows').waitFor();
    await page.getByRole('button', { name: 'Write 100 rows' }).dblclick();
    await page.getByText('40 new, 60 changed, 0 unchanged. You can undo it below.').waitFor();
    const after = await db()<{ price: number; id: string }[]>`
      select id, price from public.products where brand = ${mark} order by id`;
    expect(after).toHaveLength(100);
    expect(await importsNamed(name)).toHaveLength(1);
    const changes =
      await db()`select h.before, h.after from public.history h join public.products p on p.id = h.row_id
      where p.brand = ${mark} and h.after is not null and h.actor_id is not null`;
    expect(changes).toHaveLength(60);
    for (const one of before) {
      expect(after.find(({ id }) => id === one.id)?.price).toBe((one.price as number) + 500);
    }

    const mine = page.getByRole('listitem').filter({ hasText: name });
    await mine.getByRole('button', { name: 'Undo last import' }).click();
    await page.getByRole('button', { name: 'Undo the import' }).click();
    await mine.getByText(': 60 restored, 40 deleted').waitFor();
    const undone = await db()`select * from public.products where brand = ${mark} order by id`;
    const withoutClock = (all: typeof undone) => all.map(({ updated_at: _, ...rest }) => rest);
    expect(withoutClock(undone)).toEqual(withoutClock(before));
  });

  test('changes that somebody else wrote meanwhile are not overwritten unnoticed', async () => {
    const { page } = await openShop({ viewport, expected: [/status of 409/] });
    const mark = await manyProducts(3);
    await openSpreadsheet(page, `?q=${mark}`);
    const { rows } = await exportOf(page);
    const name = `mine-${mark}.csv`;
    await chooseCsv(page, csvOf(rows.map((row) => ({ ...row, price_kes: '8000' }))), name);
    await expectPreview(page, '3 changed');
    for (const { id } of rows) await changeElsewhere(page, id ?? '', { price: 7000 });
    await page.getByRole('button', { name: 'Write 3 rows' }).click();
    await page.getByText('Some of these rows cannot be written like this. Nothing was changed.').waitFor();
    await page.getByText(/^Row 2: Rod .* was changed by somebody, or sold, meanwhile\.$/).waitFor();
    expect(await rod(rows[0]!.id)).toMatchObject({ price: 7000 });
    await page.getByRole('button', { name: 'Compare again' }).click();
    await page.getByRole('list', { name: 'Outdated rows' }).getByText('7000').first().waitFor();
    await page.getByLabel('Write them all the same').check();
    await page.getByRole('button', { name: 'Write 3 rows' }).click();
    await page.getByText('is imported').waitFor();
    expect(await rod(rows[0]!.id)).toMatchObject({ price: 8000 });
    expect(await importsNamed(name)).toHaveLength(1);
  });

  test('an import whose reply was lost is written only once when it is sent again', async () => {
    const { page } = await openShop({ viewport, expected: [/import_products/] });
    const mark = await manyProducts(2);
    await openSpreadsheet(page, `?q=${mark}`);
    const { rows } = await exportOf(page);
    const name = `dropped-${mark}.csv`;
    await chooseCsv(page, csvOf([{ ...rows[0]!, id: '', slug: '', name: `Once ${mark}` }]), name);
    await expectPreview(page, '1 new');
    await page.route(
      '**/rpc/import_products',
      async (route) => {
        await route.fetch();
        await route.abort('internetdisconnected');
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Write 1 row' }).click();
    await page.getByText('No connection. Check your connection and try again.').waitFor();
    await page.getByRole('button', { name: 'Write 1 row' }).click();
    await page.getByText('is imported').waitFor();
    expect(await db()`select 1 from public.products where name = ${`Once ${mark}`}`).toHaveLength(1);
    expect(await importsNamed(name)).toHaveLength(1);
  });
});

test('an interrupted import is listed with its progress after a reload, and can be continued', async () => {
  const { page } = await openShop({ expected: [/continue_product_import/] });
  const mark = await manyProducts(3);
  await openSpreadsheet(page, `?q=${mark}`);
  const { rows } = await exportOf(page);
  const name = `cut-${mark}.csv`;
  const path = '**/rpc/continue_product_import';
  await page.route(path, (route) => route.abort('internetdisconnected'));
  await chooseCsv(page, csvOf(rows.map((row) => ({ ...row, price_kes: '6543' }))), name);
  await page.getByRole('button', { name: 'Write 3 rows' }).click();
  const mine = page.getByRole('list', { name: 'Imports' }).getByRole('listitem').filter({ hasText: name });
  await mine.getByText('0 of 3 rows are written.').waitFor();
  await page.reload();
  await mine.getByText('0 of 3 rows are written.').waitFor();
  await page.unroute(path);
  await mine.getByRole('button', { name: 'Continue' }).click();
  await mine.getByText('0 new, 3 changed, 0 unchanged').waitFor();
  await mine.getByText('rows are written').waitFor({ state: 'detached' });
  expect(await rod(rows[0]!.id)).toMatchObject({ price: 6543 });
  expect(await importsNamed(name)).toHaveLength(1);
});
