import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { as, type Character, guest, newPerson, newProduct, openDatabase, place, shop } from '../shop-cast.ts';
import { refusalOf } from '../sql-refusals.ts';

const sql = openDatabase();
afterAll(() => sql.end());

type Imported = {
  id: string;
  total: number;
  waiting: number;
  left: object[];
  made: number;
  changed: number;
  unchanged: number;
  undoneAt: string | null;
  undone: object | null;
};
type Row = { line: number; id: string | null; seen?: object; set: object };

let admin: Character & { userId: string };
let ada: Character;
beforeAll(async () => {
  admin = await newPerson(sql, 'Owner', 'admin');
  ada = await newPerson(sql, 'Ada');
});

const accept = (rows: Row[], { who = admin as Character, key = randomUUID() as string } = {}) =>
  as(sql, who, async (t) => {
    const [row] = await t<{ made: Imported }[]>`
      select public.import_products(${key}, 'prices.csv', 3, ${t.json(rows as never)}) as made`;
    return row?.made as Imported;
  });
/** One step; of fifty rows where it may take no time. */
const goOn = (id: string, time = '1 second', who: Character = admin) =>
  as(sql, who, async (t) => {
    const [row] = await t<{ made: Imported }[]>`
      select public.continue_product_import(${id}, ${time}::interval) as made`;
    return row?.made as Imported;
  });
const finish = async (begun: Imported, who: Character = admin) => {
  let one = begun;
  while (one.waiting > 0) one = await goOn(one.id, '1 second', who);
  return one;
};
const importRows = async (rows: Row[], how: { who?: Character; key?: string } = {}) =>
  finish(await accept(rows, how), how.who);
const beginUndoing = (id: string, leaveChanged = false, who: Character = admin) =>
  as(sql, who, async (t) => {
    const [row] = await t<
      { made: Imported }[]
    >`select public.undo_product_import(${id}, ${leaveChanged}) as made`;
    return row?.made as Imported;
  });
const undo = async (id: string, leaveChanged = false, who: Character = admin) =>
  finish(await beginUndoing(id, leaveChanged, who), who);
const refusal = async (act: Promise<unknown>) => {
  const refused = await refusalOf(act);
  if (!refused) return null;
  const { code, message, detail } = refused;
  return {
    code,
    message,
    rows: message === 'import_refused' ? (JSON.parse(detail ?? '') as object[]) : undefined,
  };
};
const shelf = async (id: string) => {
  const [row] = await sql<
    { price: number; stock: number; slug: string; brand: string | null; is_active: boolean }[]
  >`
    select price, stock, slug, brand, is_active from public.products where id = ${id}`;
  return row;
};
const fresh = (over: object = {}) => ({
  name: `Auger ${randomUUID()}`,
  category: 'fridges',
  description: 'Drills by hand.',
  price: 5000,
  stock: 4,
  image_url: '/a.webp',
  ...over,
});
const priceOf = (id: string, seen: number, price: number, line = 2): Row => ({
  line,
  id,
  seen: { price: seen },
  set: { price },
});

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
    const reply = await sql`select before, after from public.history
      where row_id = ${a.id} and operation = 'update' and actor_id = ${admin.userId}`;
    expect(reply).toMatchObject([
      { before: { price: 1000, brand: null }, after: { price: 1500, brand: 'ABEM' } },
    ]);
    const [born] = await sql<{ row_id: string }[]>`select row_id from public.history
      where operation = 'insert' and table_name = 'products' and actor_id = ${admin.userId} order by id desc limit 1`;

    const undone = await undo(made.id);
    expect(undone.undone).toEqual({ putBack: 2, erased: 1, archived: 0, left: 0 });
    expect(await shelf(a.id)).toMatchObject({ price: 1000, brand: null });
    expect(await shelf(b.id)).toMatchObject({ stock: 10 });
    expect(await shelf(born?.row_id ?? '')).toBeUndefined();
    // Pressed twice.
    expect(await undo(made.id)).toEqual(undone);
  });

  it('sent twice, also at the same time, is one import; another one under its key is refused', async () => {
    const key = randomUUID();
    const { id } = await newProduct(sql);
    const form = fresh();
    const rows = [priceOf(id, 1000, 1200), { line: 3, id: null, set: form }];
    const answers = await Promise.all([1, 2, 3].map(() => importRows(rows, { key })));
    expect(new Set(answers.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(answers[0]).toMatchObject({ made: 1, changed: 1, waiting: 0 });
    expect(await sql`select 1 from public.products where name = ${form.name}`).toHaveLength(1);
    expect(await refusal(importRows([priceOf(id, 1200, 1)], { key }))).toMatchObject({
      message: 'key_reused',
    });
    await undo(key);
  });

  it('with one row that cannot be written writes none, and names each such row', async () => {
    const [good, held, other] = [
      await newProduct(sql),
      await newProduct(sql, { stock: 5 }),
      await newProduct(sql),
    ];
    await place(sql, [{ productId: held.id, quantity: 3, price: 1000 }]);
    await sql`update public.products set price = 999 where id = ${other.id}`;
    const gone = randomUUID();
    const refused = await refusal(
      importRows([
        priceOf(good.id, 1000, 2000),
        { line: 3, id: held.id, seen: { stock: 5 }, set: { stock: 2 } },
        priceOf(other.id, 1000, 1100, 4),
        priceOf(gone, 1000, 1100, 5),
        { line: 6, id: null, set: fresh({ slug: good.slug, name: 'Twin' }) },
      ]),
    );
    expect(refused).toMatchObject({
      code: 'PT409',
      message: 'import_refused',
      rows: [
        { line: 3, problem: 'stock_is_held', name: 'Test instrument' },
        { line: 4, problem: 'changed_meanwhile', productId: other.id },
        { line: 5, problem: 'not_found', name: null },
        { line: 6, problem: 'slug_taken', name: 'Twin' },
      ],
    });
    expect(await shelf(good.id)).toMatchObject({ price: 1000 });
    expect(await sql`select 1 from private.product_import_rows where product_id = ${good.id}`).toHaveLength(
      0,
    );
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

  it('waits for another one with the same new products in the opposite order, never in a circle', async () => {
    const slugs = Array.from({ length: 150 }, () => `twin-${randomUUID()}`);
    const rowsOf = (these: string[]) =>
      these.map((slug, i) => ({ line: i + 2, id: null, set: fresh({ slug }) }));
    const begun = [await accept(rowsOf(slugs)), await accept(rowsOf(slugs.toReversed()))];
    const [one, other] = (await Promise.all(begun.map((each) => finish(each)))) as [Imported, Imported];
    expect(one.made + other.made).toBe(150);
    expect(one.left.length + other.left.length).toBe(150);
    for (const id of begun.map((each) => each.id).reverse()) await undo(id);
  });

  it('may name more than a thousand new products alike', async () => {
    const name = `Cable ${randomUUID()}`;
    const rows = Array.from({ length: 1100 }, (_, i) => ({ line: i + 2, id: null, set: fresh({ name }) }));
    const made = await importRows(rows);
    expect(made).toMatchObject({ made: 1100 });
    const [row] =
      await sql`select count(distinct slug)::int as slugs from public.products where name = ${name}`;
    expect(row).toEqual({ slugs: 1100 });
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
    const both = [2, 3].map((line) => ({ line, problem: 'slug_taken' }));
    expect(await refusal(importRows([row(a.id, a.slug, 2), row(b.id, b.slug, 3)]))).toMatchObject({
      message: 'import_refused',
      rows: both,
    });
    const twins = [2, 3].map((line) => ({ line, id: null, set: fresh({ slug }) }));
    expect(await refusal(importRows(twins))).toMatchObject({ message: 'import_refused', rows: both });
    expect(await sql`select 1 from public.products where slug = ${slug}`).toHaveLength(0);
  });
});

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

  it('is written step by step, and says how far it is, whoever asks', async () => {
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

describe('who imports', () => {
  it.each([
    ['a customer', () => ada, 'PT403'],
    ['a guest', () => guest, '42501'],
    ['the shop itself', () => shop, '42501'],
  ] as const)('is not %s', async (_, who, code) => {
    const { id } = await newProduct(sql);
    const made = await importRows([priceOf(id, 1000, 1100)]);
    expect(await refusal(importRows([priceOf(id, 1100, 1)], { who: who() }))).toMatchObject({ code });
    expect(await refusal(goOn(made.id, '0', who()))).toMatchObject({ code });
    expect(await refusal(undo(made.id, false, who()))).toMatchObject({ code });
    expect(await refusal(as(sql, who(), (t) => t`select public.list_product_imports()`))).toMatchObject({
      code,
    });
    expect(await shelf(id)).toMatchObject({ price: 1100 });
    await undo(made.id);
  });

  it('cannot rewrite the list of imports, also not as an admin', async () => {
    const { id } = await newProduct(sql);
    const made = await importRows([priceOf(id, 1000, 1100)]);
    const lines = sql.json([{ place: 1, id, before: { price: 1 }, after: { price: 1100 } }]);
    const rows = sql.json([priceOf(id, 1100, 1)] as never);
    for (const [code, attempt] of [
      ['PT403', (t) => t`select private.note_written_rows(${made.id}, ${lines}, '[]')`],
      ['PT403', (t) => t`select private.note_undone_rows(${made.id}, '{1}', '{}')`],
      ['PT403', (t) => t`select private.keep_import_rows(${made.id}, ${rows})`],
      ['42501', (t) => t`update public.product_imports set waiting = 0`],
      ['42501', (t) => t`update private.product_import_rows set before = '{}'`],
    ] as [string, (t: Parameters<Parameters<typeof as>[2]>[0]) => Promise<unknown>][])
      expect(await refusal(as(sql, admin, attempt))).toMatchObject({ code });
    await undo(made.id);
  });
});
