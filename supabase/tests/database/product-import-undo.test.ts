import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { as, newPerson, newProduct, place } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import type { ProductImport } from '../../functions/_shared/contract/product-imports.ts';
import { fresh, importCast, priceOf, shelf as shelfOf } from './product-import-cast.ts';

const sql = openTestDatabase();

const admin = await newPerson(sql, 'Owner', 'admin');
const { importRows, undo, refusal } = importCast(sql, admin);
const shelf = (id: string) => shelfOf(sql, id);

describe('undoing an import', () => {
  it('is refused with what was changed since, or leaves just that', async () => {
    const [a, b] = [await newProduct(sql), await newProduct(sql)];
    const made = await importRows([
      priceOf(a.id, 1000, 1500),
      { line: 3, id: b.id, seen: { price: 1000, stock: 10 }, set: { price: 1500, stock: 20 } },
    ]);
    await sql`update public.products set stock = 19 where id = ${b.id}`;
    expect(await refusal(undo(made.id))).toMatchObject({
      message: 'import_refused',
      rows: [{ line: null, productId: b.id, name: 'Test instrument', problem: 'changed_meanwhile' }],
    });
    expect(await shelf(a.id)).toMatchObject({ price: 1500 });
    expect((await undo(made.id, true)).undone).toEqual({ putBack: 1, erased: 0, archived: 0, left: 1 });
    expect(await shelf(a.id)).toMatchObject({ price: 1000 });
    expect(await shelf(b.id)).toMatchObject({ price: 1500, stock: 19 });
  });

  it('archives a new product that somebody has ordered, and never takes stock that is held', async () => {
    const name = `Ordered ${randomUUID()}`;
    const { id } = await newProduct(sql, { stock: 2 });
    const made = await importRows([
      { line: 2, id: null, set: fresh({ name }) },
      { line: 3, id, seen: { stock: 2 }, set: { stock: 12 } },
    ]);
    const [born] = await sql<{ id: string }[]>`select id from public.products where name = ${name}`;
    await place(sql, [
      { productId: born?.id ?? '', quantity: 1, price: 5000 },
      { productId: id, quantity: 6, price: 1000 },
    ]);
    expect(await refusal(undo(made.id))).toMatchObject({
      rows: [{ productId: id, problem: 'stock_is_held' }],
    });
    expect((await undo(made.id, true)).undone).toEqual({ putBack: 0, erased: 0, archived: 1, left: 1 });
    expect(await shelf(born?.id ?? '')).toMatchObject({ is_active: false });
    expect(await shelf(id)).toMatchObject({ stock: 12 });
  });

  it('leaves a new product that somebody has worked on since, in cells that the spreadsheet had not', async () => {
    const name = `Edited ${randomUUID()}`;
    const made = await importRows([{ line: 2, id: null, set: fresh({ name }) }]);
    const [born] = await sql<{ id: string }[]>`
      update public.products set brand = 'ABEM' where name = ${name} returning id`;
    expect(await refusal(undo(made.id))).toMatchObject({
      rows: [{ productId: born?.id, name, problem: 'changed_meanwhile' }],
    });
    expect((await undo(made.id, true)).undone).toEqual({ putBack: 0, erased: 0, archived: 0, left: 1 });
    expect(await shelf(born?.id ?? '')).toMatchObject({ brand: 'ABEM' });
  });

  it('may take back any of them, but for cells that a later one has written', async () => {
    const [both, once] = [await newProduct(sql), await newProduct(sql)];
    const first = await importRows([priceOf(both.id, 1000, 1100), priceOf(once.id, 1000, 1100, 3)]);
    const second = await importRows([priceOf(both.id, 1100, 1200)]);
    expect(await refusal(undo(first.id))).toMatchObject({
      rows: [{ productId: both.id, problem: 'changed_meanwhile' }],
    });
    expect((await undo(first.id, true)).undone).toMatchObject({ putBack: 1, left: 1 });
    await undo(second.id);
    expect(await shelf(both.id)).toMatchObject({ price: 1100 });
    expect(await shelf(once.id)).toMatchObject({ price: 1000 });
    expect(await refusal(undo(randomUUID()))).toMatchObject({ code: 'PT404' });
  });
});

describe('a bulk change', () => {
  const change = (key: string, changes: object[], who = admin) =>
    as(
      sql,
      who,
      (t) =>
        t`select public.change_products(${t.json(changes as never)}, ${key}, 'Change price by percent: 10')`,
    );
  const priceChange = (id: string, seen: number, price: number) => ({
    id,
    seen: { price: seen },
    set: { price },
  });

  it('is listed, written once, and taken back as one step', async () => {
    const key = randomUUID();
    const [a, b] = [await newProduct(sql), await newProduct(sql, { isActive: false })];
    const changes = [
      { id: a.id, seen: {}, set: { price: 1100, is_active: true } },
      { id: b.id, seen: {}, set: { price: 1100, is_active: true } },
    ];
    await Promise.all([change(key, changes), change(key, changes)]);
    const [row] = await sql<{ one: ProductImport }[]>`
      select private.import_as_json(i) as one from public.product_imports i where i.id = ${key}`;
    const fileName = 'Change price by percent: 10';
    expect(row?.one).toMatchObject({ fileName, made: 0, changed: 2, undone: null });
    expect((await undo(key)).undone).toEqual({ putBack: 2, erased: 0, archived: 0, left: 0 });
    expect(await shelf(a.id)).toMatchObject({ price: 1000, is_active: true });
    expect(await shelf(b.id)).toMatchObject({ price: 1000, is_active: false });
    // Its reply was lost, and it is sent again after it was undone.
    await change(key, changes);
    expect(await shelf(a.id)).toMatchObject({ price: 1000 });
    expect(await refusal(change(key, [priceChange(a.id, 1000, 1)]))).toMatchObject({ message: 'key_reused' });
  });

  it('is taken back but for products that somebody has changed since, which are named', async () => {
    const key = randomUUID();
    const [a, b] = [await newProduct(sql), await newProduct(sql)];
    await change(key, [priceChange(a.id, 1000, 1100), priceChange(b.id, 1000, 1100)]);
    await as(sql, admin, (t) => t`select public.update_product(${b.id}, ${t.json({ price: 1300 })})`);
    const named = { productId: b.id, name: 'Test instrument', problem: 'changed_meanwhile' };
    expect(await refusal(undo(key))).toMatchObject({ message: 'import_refused', rows: [named] });
    expect(await shelf(a.id)).toMatchObject({ price: 1100 });
    expect((await undo(key, true)).undone).toMatchObject({ putBack: 1, left: 1 });
    expect(await shelf(a.id)).toMatchObject({ price: 1000 });
    expect(await shelf(b.id)).toMatchObject({ price: 1300 });
  });

  it('that is refused is not recorded, and waits for an import without a deadlock', async () => {
    const key = randomUUID();
    const { id } = await newProduct(sql);
    expect(await refusal(change(key, [priceChange(id, 900, 1100)]))).toMatchObject({
      message: 'products_refused',
    });
    expect(await sql`select 1 from public.product_imports where id = ${key}`).toHaveLength(0);
    const many = await Promise.all(Array.from({ length: 60 }, () => newProduct(sql)));
    const [made] = await Promise.all([
      importRows(many.map((one, i) => priceOf(one.id, 1000, 1100, i + 2))),
      ...many.map((one) => change(randomUUID(), [priceChange(one.id, 1000, 1100)])),
    ]);
    expect(await refusal(undo(made.id, true))).toBeNull();
  });
});
