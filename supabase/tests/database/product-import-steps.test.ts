import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { as, newPerson, newProduct, place } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import {
  fresh,
  importCast,
  type Imported,
  priceOf,
  type Row,
  shelf as shelfOf,
} from './product-import-cast.ts';

const sql = openTestDatabase();

const admin = await newPerson(sql, 'Owner', 'admin');
const { accept, goOn, finish, importRows, beginUndoing, undo, refusal } = importCast(sql, admin);
const shelf = (id: string) => shelfOf(sql, id);

describe('an import that is accepted', () => {
  const manyRows = (count: number, name: string): Row[] =>
    Array.from({ length: count }, (_, i) => ({
      line: i + 2,
      id: null,
      set: fresh({ name: `${name} ${i}` }),
    }));
  const written = async (name: string) =>
    (await sql`select 1 from public.products where name like ${`${name} %`}`).length;
  const listed = (id: string) =>
    as(sql, admin, async (t) => {
      const [row] = await t<{ all: Imported[] }[]>`select public.list_product_imports() as all`;
      return row?.all.find((one) => one.id === id);
    });

  it('is written step by step, and shows its progress to every admin', async () => {
    const name = `Steps ${randomUUID()}`;
    const begun = await accept(manyRows(120, name));
    expect(begun).toMatchObject({ total: 120, waiting: 120, made: 0 });
    expect(await written(name)).toBe(0);
    for (const waiting of [70, 20]) {
      expect(await goOn(begun.id, '0')).toMatchObject({ waiting, made: 120 - waiting });
      expect(await written(name)).toBe(120 - waiting);
      expect(await listed(begun.id)).toMatchObject({ total: 120, waiting });
    }
    // Accepted once more, as after a reload: it goes on where it was.
    expect(await accept(manyRows(1, name), { key: begun.id }).catch(({ message }: Error) => message)).toBe(
      'key_reused',
    );
    expect(await finish(begun)).toMatchObject({ waiting: 0, made: 120, left: [] });
    expect(await goOn(begun.id)).toMatchObject({ waiting: 0, made: 120 });
    expect(await written(name)).toBe(120);
    await undo(begun.id);
  });

  it('loses nothing and writes nothing twice when a step breaks off, or two go on with it at once', async () => {
    const name = `Broken ${randomUUID()}`;
    const begun = await accept(manyRows(200, name));
    await goOn(begun.id, '0');
    const brokenOff = as(sql, admin, async (t) => {
      await t`select public.continue_product_import(${begun.id}, '0')`;
      throw new Error('killed');
    });
    await expect(brokenOff).rejects.toThrow('killed');
    expect(await listed(begun.id)).toMatchObject({ waiting: 150, made: 50 });
    expect(await written(name)).toBe(50);
    await Promise.all([finish(begun), finish(begun)]);
    expect(await listed(begun.id)).toMatchObject({ waiting: 0, made: 200 });
    expect(await written(name)).toBe(200);
    await undo(begun.id);
    expect(await written(name)).toBe(0);
  });

  it('leaves out, and names, what somebody changed before its turn; all else is written', async () => {
    const [sold, kept] = [await newProduct(sql, { stock: 5 }), await newProduct(sql)];
    const begun = await accept([
      { line: 2, id: sold.id, seen: { stock: 5, price: 1000 }, set: { stock: 9, price: 1200 } },
      priceOf(kept.id, 1000, 1300, 3),
    ]);
    await sql`update public.products set stock = 4 where id = ${sold.id}`;
    const left = [{ line: 2, productId: sold.id, name: 'Test instrument', problem: 'changed_meanwhile' }];
    expect(await finish(begun)).toMatchObject({ waiting: 0, changed: 1, left });
    expect(await shelf(sold.id)).toMatchObject({ stock: 4, price: 1000 });
    expect(await shelf(kept.id)).toMatchObject({ price: 1300 });
    expect((await undo(begun.id)).undone).toEqual({ putBack: 1, erased: 0, archived: 0, left: 0 });
    expect(await shelf(sold.id)).toMatchObject({ stock: 4, price: 1000 });
  });

  it('is the same one when another tab sends the same rows, and a new one once it is undone', async () => {
    const name = `Twice ${randomUUID()}`;
    const rows = manyRows(60, name);
    const begun = await accept(rows);
    await goOn(begun.id, '0');
    expect(await accept(rows)).toMatchObject({ id: begun.id, waiting: 10 });
    await finish(begun);
    expect(await importRows(rows)).toMatchObject({ id: begun.id, waiting: 0, made: 60 });
    expect(await written(name)).toBe(60);
    await undo(begun.id);
    const again = await importRows(rows);
    expect(again.id).not.toBe(begun.id);
    expect(await written(name)).toBe(60);
    await sql`update public.product_imports set at = at - interval '2 hours' where id = ${again.id}`;
    const later = await importRows(rows);
    expect(later.id).not.toBe(again.id);
    await undo(later.id);
    await undo(again.id);
  });

  it('can be undone half written: what was written is put back, the rest is never written', async () => {
    const name = `Half ${randomUUID()}`;
    const { id } = await newProduct(sql);
    const begun = await accept([priceOf(id, 1000, 1500), ...manyRows(110, name)]);
    await goOn(begun.id, '0');
    expect(await shelf(id)).toMatchObject({ price: 1500 });
    expect(await beginUndoing(begun.id)).toMatchObject({ waiting: 50, made: 49, changed: 1 });
    expect(await goOn(begun.id, '0')).toMatchObject({
      waiting: 0,
      undone: { putBack: 1, erased: 49, archived: 0, left: 0 },
    });
    expect(await shelf(id)).toMatchObject({ price: 1000 });
    expect(await written(name)).toBe(0);
    expect(await sql`select 1 from private.product_import_rows where import_id = ${begun.id}`).toEqual([]);
  });
});

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

  it('goes back one import after the other, the last one first', async () => {
    const { id } = await newProduct(sql);
    const first = await importRows([priceOf(id, 1000, 1100)]);
    const second = await importRows([priceOf(id, 1100, 1200)]);
    expect(await refusal(undo(first.id))).toMatchObject({ message: 'transition_refused' });
    await undo(second.id);
    await undo(first.id);
    expect(await shelf(id)).toMatchObject({ price: 1000 });
    expect(await refusal(undo(randomUUID()))).toMatchObject({ code: 'PT404' });
  });
});
