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

  it('stops where it is when the role of whoever sent it is taken away, and another admin finishes it', async () => {
    const name = `Dismissed ${randomUUID()}`;
    const leaving = await newPerson(sql, 'Leaving', 'admin');
    const theirs = importCast(sql, leaving);
    const begun = await theirs.accept(manyRows(120, name));
    await theirs.goOn(begun.id, '0');
    await sql`update public.users set role = 'sales' where id = ${leaving.userId}`;
    await expect(theirs.goOn(begun.id)).rejects.toMatchObject({ code: 'PT403' });
    await expect(theirs.beginUndoing(begun.id)).rejects.toMatchObject({ code: 'PT403' });
    expect(await listed(begun.id)).toMatchObject({ waiting: 70, made: 50 });
    await finish(begun);
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

  it('is all of a file whose first rows came in parts, each stored once', async () => {
    const name = `Parts ${randomUUID()}`;
    const rows = manyRows(60, name);
    const [key, other] = [randomUUID(), randomUUID()];
    const part = (number: number, of: Row[], id = key) =>
      as(sql, admin, (t) => t`select public.send_import_part(${id}, ${number}, ${t.json(of as never)})`);
    const last = (of: Row[], id = key) =>
      as(sql, admin, async (t) => {
        const [row] = await t<{ made: Imported }[]>`
          select public.import_products(${id}, 'prices.csv', 3, ${t.json(of as never)}, 2) as made`;
        return row?.made as Imported;
      });
    await part(1, rows.slice(0, 20));
    // One part is missing, and one is sent twice, also at the same moment.
    expect(await refusal(last(rows.slice(40)))).toMatchObject({ code: 'PT400', message: 'invalid_request' });
    await Promise.all([part(2, rows.slice(20, 40)), part(2, rows.slice(20, 40)), part(1, rows.slice(0, 20))]);
    expect(await refusal(part(2, rows.slice(40)))).toMatchObject({ message: 'key_reused' });
    expect(await refusal(part(3, Array(501).fill(rows[0]) as Row[]))).toMatchObject({ code: 'PT400' });
    const begun = await last(rows.slice(40));
    expect(begun).toMatchObject({ id: key, total: 60, waiting: 60 });
    // The reply was lost.
    expect(await last(rows.slice(40))).toEqual(begun);
    expect(await finish(begun)).toMatchObject({ made: 60, left: [] });
    const [first] = await sql<{ name: string }[]>`
      select name from public.products where name like ${`${name} %`} order by created_at, name limit 1`;
    expect(first).toEqual({ name: `${name} 0` });
    // The same file again, under another key.
    await part(1, rows.slice(0, 20), other);
    await part(2, rows.slice(20, 40), other);
    expect(await last(rows.slice(40), other)).toMatchObject({ id: key, waiting: 0 });
    expect((await undo(key)).undone).toMatchObject({ erased: 60 });
    expect(await written(name)).toBe(0);
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
    const [row] = await sql<{ one: Imported }[]>`
      select private.import_as_json(i) as one from public.product_imports i where i.id = ${key}`;
    const fileName = 'Change price by percent: 10';
    expect(row?.one).toMatchObject({ fileName, total: 2, waiting: 0, made: 0, changed: 2, undone: null });
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

  it('that is refused is not recorded, and waits for a step of an import without a deadlock', async () => {
    const key = randomUUID();
    const { id } = await newProduct(sql);
    expect(await refusal(change(key, [priceChange(id, 900, 1100)]))).toMatchObject({
      message: 'products_refused',
    });
    expect(await sql`select 1 from public.product_imports where id = ${key}`).toHaveLength(0);
    const many = await Promise.all(Array.from({ length: 60 }, () => newProduct(sql)));
    const begun = await accept(many.map((one, i) => priceOf(one.id, 1000, 1100, i + 2)));
    await Promise.all([
      finish(begun),
      ...many.map((one) => change(randomUUID(), [priceChange(one.id, 1000, 1100)])),
    ]);
    expect(await refusal(undo(begun.id, true))).toBeNull();
  });
});
