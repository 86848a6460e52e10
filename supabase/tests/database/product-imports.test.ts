import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { as, type Character, guest, newPerson, newProduct, place, shop } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import { fresh, importCast, priceOf, type Row, shelf as shelfOf } from './product-import-cast.ts';

const sql = openTestDatabase();

const admin = await newPerson(sql, 'Owner', 'admin');
const ada = await newPerson(sql, 'Ada');
const { importRows, undo, refusal } = importCast(sql, admin);
const shelf = (id: string) => shelfOf(sql, id);

describe('a spreadsheet of products', () => {
  it('is written as a whole, recorded in the history, and undone to the last cell', async () => {
    const [a, b] = [await newProduct(sql), await newProduct(sql)];
    const made = await importRows([
      { line: 2, id: a.id, seen: { price: 1000, brand: null }, set: { price: 1500, brand: 'ABEM' } },
      { line: 3, id: b.id, seen: { stock: 10 }, set: { stock: 7 } },
      { line: 4, id: null, set: fresh() },
    ]);
    expect(made).toMatchObject({ made: 1, changed: 2, unchanged: 3, undoneAt: null });
    expect(await shelf(a.id)).toMatchObject({ price: 1500, brand: 'ABEM', stock: 10 });
    expect(await shelf(b.id)).toMatchObject({ price: 1000, stock: 7 });
    const reply = await sql`select before, after from public.named_history
      where row_id = ${a.id} and operation = 'update' and actor_id = ${admin.userId}`;
    expect(reply).toMatchObject([
      { before: { price: 1000, brand: null }, after: { price: 1500, brand: 'ABEM' } },
    ]);
    const [born] = await sql<{ row_id: string }[]>`select row_id from public.named_history
      where operation = 'insert' and table_name = 'products' and actor_id = ${admin.userId} order by id desc limit 1`;

    const undone = await undo(made.id);
    expect(undone.undone).toEqual({ putBack: 2, erased: 1, archived: 0, left: 0 });
    expect(await shelf(a.id)).toMatchObject({ price: 1000, brand: null });
    expect(await shelf(b.id)).toMatchObject({ stock: 10 });
    expect(await shelf(born?.row_id ?? '')).toBeUndefined();
    // Pressed twice.
    expect(await undo(made.id)).toEqual(undone);
  });

  it('says how products come from the maker, and keeps the stock of a service', async () => {
    const [a, b] = [await newProduct(sql), await newProduct(sql)];
    const toOrder = { low: 6, high: 8, deposit: 30, isPublic: true };
    const made = await importRows([
      { line: 2, id: a.id, seen: { to_order: null }, set: { to_order: toOrder } },
      { line: 3, id: b.id, seen: { is_service: false }, set: { is_service: true } },
      { line: 4, id: null, set: { ...fresh(), image_url: null, stock: 0, is_service: true } },
    ]);
    expect(made).toMatchObject({ made: 1, changed: 2 });
    const now = () => sql`select to_order, is_service, stock from public.products
      where id in ${sql([a.id, b.id])} order by id = ${b.id}`;
    expect(await now()).toMatchObject([
      { to_order: toOrder, is_service: false },
      { to_order: null, is_service: true, stock: 1_000_000 },
    ]);
    const back = await importRows([
      { line: 2, id: a.id, seen: { to_order: toOrder }, set: { to_order: null } },
    ]);
    expect((await now())[0]).toMatchObject({ to_order: null });
    for (const { id } of [back, made]) await undo(id);
    expect(await now()).toMatchObject([
      { to_order: null, is_service: false },
      { to_order: null, is_service: false },
    ]);
  });

  it('says which prices undoing changes, without those that were changed since', async () => {
    const [cheap, kept] = [await newProduct(sql, { price: 5000 }), await newProduct(sql, { price: 6000 })];
    const imported = await importRows(
      [cheap, kept].map(({ id, price }, at) => ({ line: at + 2, id, seen: { price }, set: { price: 500 } })),
    );
    await sql`update public.products set price = 700 where id = ${kept.id}`;
    const [row] = await as(
      sql,
      admin,
      (t) => t<{ prices: object[] }[]>`select public.prices_before_import(${imported.id}) as prices`,
    );
    expect(row?.prices).toEqual([{ name: cheap.name, seen: { price: 500 }, set: { price: 5000 } }]);
    await undo(imported.id, true);
  });

  it('sent twice, also at the same time, is one import; another one under its key is refused', async () => {
    const key = randomUUID();
    const { id } = await newProduct(sql);
    const form = fresh();
    const rows = [priceOf(id, 1000, 1200), { line: 3, id: null, set: form }];
    const answers = await Promise.all([1, 2, 3].map(() => importRows(rows, { key })));
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(answers[0]).toMatchObject({ made: 1, changed: 1 });
    expect(await sql`select 1 from public.products where name = ${form.name}`).toHaveLength(1);
    expect(await refusal(importRows([priceOf(id, 1200, 1)], { key }))).toMatchObject({
      message: 'key_reused',
    });
    await undo(key);
  });

  it('with new products is the same one when another tab sends it within the hour, and a new one once it is undone', async () => {
    const { name, ...cells } = fresh();
    const rows: Row[] = [{ line: 2, id: null, set: { name, ...cells } }];
    const written = async () => (await sql`select 1 from public.products where name = ${name}`).length;
    const first = await importRows(rows);
    expect(await importRows(rows)).toEqual(first);
    expect(await written()).toBe(1);
    await undo(first.id);
    const again = await importRows(rows);
    expect(again.id).not.toBe(first.id);
    await sql`update public.product_imports set at = at - interval '2 hours' where id = ${again.id}`;
    const later = await importRows(rows);
    expect(later.id).not.toBe(again.id);
    expect(await written()).toBe(2);
    for (const { id } of [later, again]) await undo(id);
    expect(await written()).toBe(0);
  });

  it('is written whole or not at all, and leaves nothing behind when it breaks off', async () => {
    const [key, form] = [randomUUID(), fresh()];
    const rows: Row[] = [
      { line: 2, id: null, set: form },
      { line: 3, id: null, set: fresh({ price: 0 }) },
    ];
    expect(await refusal(importRows(rows, { key }))).toMatchObject({ message: 'invalid_request' });
    expect(await sql`select 1 from public.products where name = ${form.name}`).toHaveLength(0);
    expect(await sql`select 1 from public.product_imports where id = ${key}`).toHaveLength(0);
    const made = await importRows(rows.slice(0, 1), { key });
    expect(made).toMatchObject({ made: 1 });
    await undo(key);
  });

  it('leaves out and names each row that cannot be written, and writes the others', async () => {
    const [good, held, other] = [
      await newProduct(sql),
      await newProduct(sql, { stock: 5 }),
      await newProduct(sql),
    ];
    await place(sql, [{ productId: held.id, quantity: 3, price: 1000 }]);
    await sql`update public.products set price = 999 where id = ${other.id}`;
    const gone = randomUUID();
    const made = await importRows([
      priceOf(good.id, 1000, 2000),
      { line: 3, id: held.id, seen: { stock: 5 }, set: { stock: 2 } },
      priceOf(other.id, 1000, 1100, 4),
      priceOf(gone, 1000, 1100, 5),
      { line: 6, id: null, set: fresh({ slug: good.slug, name: 'Twin' }) },
    ]);
    expect(made).toMatchObject({
      made: 0,
      changed: 1,
      left: [
        { line: 3, problem: 'stock_is_held', name: 'Test instrument' },
        { line: 4, problem: 'changed_meanwhile', productId: other.id },
        { line: 5, problem: 'not_found', name: '' },
        { line: 6, problem: 'slug_taken', name: 'Twin' },
      ],
    });
    expect(await shelf(good.id)).toMatchObject({ price: 2000 });
    expect(await shelf(held.id)).toMatchObject({ stock: 5 });
    expect(await shelf(other.id)).toMatchObject({ price: 999 });
    expect((await undo(made.id)).undone).toEqual({ putBack: 1, erased: 0, archived: 0, left: 0 });
  });

  it('does not mind what it does not change: a sale in between, or the same value set by another', async () => {
    const { id } = await newProduct(sql);
    await sql`update public.products set stock = 9, price = 1700 where id = ${id}`;
    const made = await importRows([priceOf(id, 1000, 1700)]);
    expect(made).toMatchObject({ made: 0, changed: 0 });
    expect(await shelf(id)).toMatchObject({ stock: 9, price: 1700 });
    await undo(made.id);
    expect(await shelf(id)).toMatchObject({ stock: 9, price: 1700 });
  });

  it('waits for another one with the same new products in the opposite order, without a deadlock', async () => {
    const slugs = Array.from({ length: 150 }, () => `twin-${randomUUID()}`);
    const rowsOf = (these: string[]) =>
      these.map((slug, i) => ({ line: i + 2, id: null, set: fresh({ slug }) }));
    const [one, other] = await Promise.all([
      importRows(rowsOf(slugs)),
      importRows(rowsOf(slugs.toReversed())),
    ]);
    expect(one.made + other.made).toBe(150);
    expect(one.left.length + other.left.length).toBe(150);
    for (const { id } of [other, one]) await undo(id);
  });

  it('of a thousand new products may give them all the same name, and is refused with one more', async () => {
    const name = `Cable ${randomUUID()}`;
    const rows = Array.from({ length: 1001 }, (_, i) => ({ line: i + 2, id: null, set: fresh({ name }) }));
    expect(await refusal(importRows(rows))).toMatchObject({ code: 'PT400', message: 'invalid_request' });
    const made = await importRows(rows.slice(1));
    expect(made).toMatchObject({ made: 1000 });
    const [row] =
      await sql`select count(distinct slug)::int as slugs from public.products where name = ${name}`;
    expect(row).toEqual({ slugs: 1000 });
    await undo(made.id);
  });

  it('writes into the product that its row names, whatever else the row says', async () => {
    const [named, other] = [await newProduct(sql), await newProduct(sql)];
    const set = { id: other.id, rating: 5, price: 1100 };
    const made = await importRows([{ line: 2, id: named.id, seen: { price: 1000 }, set }]);
    expect(await shelf(named.id)).toMatchObject({ price: 1100 });
    expect(await shelf(other.id)).toMatchObject({ price: 1000 });
    await undo(made.id);
    expect(await shelf(named.id)).toMatchObject({ price: 1000 });
  });

  it('cannot give two products one address', async () => {
    const slug = `twin-${randomUUID()}`;
    const [a, b] = [await newProduct(sql), await newProduct(sql)];
    const row = (id: string, seen: string, line: number) => ({
      line,
      id,
      seen: { slug: seen },
      set: { slug },
    });
    const left = [{ line: 3, problem: 'slug_taken' }];
    const changed = await importRows([row(a.id, a.slug, 2), row(b.id, b.slug, 3)]);
    expect(changed).toMatchObject({ changed: 1, left });
    await undo(changed.id);
    const twins = [2, 3].map((line) => ({ line, id: null, set: fresh({ slug }) }));
    const made = await importRows(twins);
    expect(made).toMatchObject({ made: 1, left });
    await undo(made.id);
    expect(await sql`select 1 from public.products where slug = ${slug}`).toHaveLength(0);
  });

  it('finds the products of a supplier’s list by model, address or name, whatever its signs and capitals', async () => {
    const mark = randomUUID().slice(0, 8);
    const delta = await newProduct(sql, { name: `Dëlta-2 ${mark}`, model: `DX 7" ${mark}` });
    const twin = await newProduct(sql, { name: `Twin ${mark}`, model: `DX-7 ${mark}/B` });
    const other = await newProduct(sql, { name: `Other ${mark}`, model: `dx7${mark}b` });
    const names = [
      `DELTA 2 ${mark}`,
      `dx7-${mark}`,
      delta.slug.toUpperCase(),
      `DX7 ${mark} B`,
      `Unknown ${mark}`,
      '---',
    ];
    const match = (who: Character) =>
      as(sql, who, async (t) => {
        const [found] = await t<{ all: { name: string; ids: string[] }[] }[]>`
          select public.match_products(${names}) as all`;
        return Object.fromEntries((found?.all ?? []).map(({ name, ids }) => [name, ids]));
      });
    expect(await match(admin)).toEqual({
      ...Object.fromEntries(names.slice(0, 3).map((name) => [name, [delta.id]])),
      [`DX7 ${mark} B`]: [twin.id, other.id].sort(),
    });
    expect(await refusal(match(ada))).toMatchObject({ code: 'PT403' });
  });

  it('remembers the columns of a supplier’s list by its heading, the latest of each', async () => {
    const heads = ['Item', 'Retail', randomUUID()];
    const send = async (columns: object) => {
      const { id, price } = await newProduct(sql);
      const rows = [priceOf(id, price, price + 1)];
      await as(
        sql,
        admin,
        (t) => t`
          select public.import_products(${randomUUID()}, 'a.xlsx', 0, ${t.json(rows as never)}, ${t.json(columns as never)})`,
      );
    };
    const columns = { heads, product: 'Item', price: 'Retail', stock: null, round: 50 };
    await send({ ...columns, round: 1 });
    await send(columns);
    await send({ ...columns, heads: [...heads, 'More'] });
    const remembered = (who: Character) =>
      as(sql, who, async (t) => {
        const [row] = await t<{ all: (typeof columns)[] }[]>`select public.remembered_columns() as all`;
        return row?.all.filter((one) => one.heads.includes(heads[2] ?? ''));
      });
    expect(await remembered(admin)).toEqual([{ ...columns, heads: [...heads, 'More'] }, columns]);
    expect(await refusal(remembered(ada))).toMatchObject({ code: 'PT403' });
  });
});

describe('who imports', () => {
  it.each([
    ['a customer', () => ada, 'PT403'],
    ['a guest', () => guest, '42501'],
    ['the shop itself', () => shop, '42501'],
  ] as const)('is not %s', async (_, who, code) => {
    const { id } = await newProduct(sql);
    const made = await importRows([priceOf(id, 1000, 1100)]);
    expect(await refusal(importRows([priceOf(id, 1100, 1)], { who: who() }))).toMatchObject({ code });
    expect(await refusal(undo(made.id, false, who()))).toMatchObject({ code });
    for (const read of ['list_product_imports()', `prices_before_import('${made.id}')`])
      expect(await refusal(as(sql, who(), (t) => t.unsafe(`select public.${read}`)))).toMatchObject({ code });
    expect(await shelf(id)).toMatchObject({ price: 1100 });
    await undo(made.id);
  });

  it('cannot rewrite the list of imports, also not as an admin', async () => {
    const { id } = await newProduct(sql);
    const made = await importRows([priceOf(id, 1000, 1100)]);
    const rows = sql.json([priceOf(id, 1100, 1)] as never);
    for (const attempt of [
      (t) => t`select private.begin_import(${randomUUID()}, 'a.csv', ${rows})`,
      (t) => t`select private.write_rows(${made.id}, ${rows})`,
      (t) => t`update public.product_imports set made = 0 where true`,
      (t) => t`update private.product_import_rows set before = '{}' where true`,
    ] as ((t: Parameters<Parameters<typeof as>[2]>[0]) => Promise<unknown>)[])
      expect(await refusal(as(sql, admin, attempt))).toMatchObject({ code: '42501' });
    await undo(made.id);
  });
});
