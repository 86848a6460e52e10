import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { approved, as, type Character, guest, newProduct, place, bankDecides } from '../shop-cast.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';
import { refusalOf } from '../sql-refusals.ts';

const sql = openTestDatabase();

type Product = { id: string; price: number; stock: number; isActive: boolean; updatedAt: string };
type Change = { id: string; seen: object; set: object };
type Problem = { productId: string; problem: string; product: Product | null };

const admin = testPerson(sql, 'Owner', 'admin');
const ada = testPerson(sql, 'Ada');

const change = (who: Character, changes: Change[]) =>
  as(sql, who, async (t) => {
    const [row] = await t<{ made: Product[] }[]>`
      select public.change_products(${t.json(changes as never)}) as made`;
    return row?.made ?? [];
  });
const update = (id: string, changes: object, seen: object) =>
  as(sql, admin, async (t) => {
    const [row] = await t<{ made: Product }[]>`
      select public.update_product(${id}, ${t.json(changes as never)}, null, ${t.json(seen as never)}) as made`;
    return row?.made as Product;
  });
const refusal = async (work: Promise<unknown>) => {
  const refused = await refusalOf(work);
  if (!refused) return null;
  const { code, message, detail } = refused;
  return { code, message, problems: JSON.parse(detail?.startsWith('[') ? detail : '[]') as Problem[] };
};
const sell = async (productId: string) => {
  const [row] = await sql<{ price: number }[]>`select price from public.products where id = ${productId}`;
  const placed = await place(sql, [{ productId, quantity: 1, price: row?.price ?? 0 }]);
  await bankDecides(sql, placed.transaction.trace, approved(placed));
};
const rowOf = async (id: string) => (await sql<Product[]>`select * from public.products where id = ${id}`)[0];

describe('several products at once', () => {
  it('are changed as the preview showed, and once however often it is sent', async () => {
    const [a, b] = [await newProduct(sql), await newProduct(sql, { isActive: false })];
    const changes = [
      { id: a.id, seen: { price: 1000 }, set: { price: 1100 } },
      { id: b.id, seen: { is_active: false, stock: 10 }, set: { is_active: true, stock: 12 } },
    ];
    const made = await change(admin, changes);
    expect(made).toMatchObject([
      { id: a.id, price: 1100, stock: 10 },
      { id: b.id, price: 1000, stock: 12, isActive: true },
    ]);
    expect(await change(admin, changes)).toEqual(made);
    const entries =
      await sql`select id from public.named_history where row_id in (${a.id}, ${b.id}) and operation = 'update'`;
    expect(entries).toHaveLength(2);
  });

  it('are all left alone when one of them cannot be changed', async () => {
    const [good, changed, held] = [await newProduct(sql), await newProduct(sql), await newProduct(sql)];
    await sql`update public.products set price = 900 where id = ${changed.id}`;
    await place(sql, [{ productId: held.id, quantity: 4, price: 1000 }]);
    const gone = randomUUID();
    const refused = await refusal(
      change(admin, [
        { id: good.id, seen: { price: 1000 }, set: { price: 1100 } },
        { id: changed.id, seen: { price: 1000 }, set: { price: 1100 } },
        { id: held.id, seen: { stock: 10 }, set: { stock: 3 } },
        { id: gone, seen: {}, set: { price: 1 } },
      ]),
    );
    expect(refused).toMatchObject({
      code: 'PT409',
      message: 'products_refused',
      problems: [
        { productId: changed.id, problem: 'changed_meanwhile', product: { price: 900 } },
        { productId: held.id, problem: 'stock_is_held', product: { stock: 10, held: 4 } },
        { productId: gone, problem: 'not_found', product: null },
      ],
    });
    expect(await rowOf(good.id)).toMatchObject({ price: 1000 });
  });

  it('may have their stock corrected down to what buyers hold, and no further', async () => {
    const { id } = await newProduct(sql);
    await place(sql, [{ productId: id, quantity: 4, price: 1000 }]);
    expect(await change(admin, [{ id, seen: { stock: 10 }, set: { stock: 4 } }])).toMatchObject([
      { stock: 4 },
    ]);
    expect(await refusal(change(admin, [{ id, seen: { stock: 4 }, set: { stock: 3 } }]))).toMatchObject({
      problems: [{ productId: id, problem: 'stock_is_held' }],
    });
  });

  it('get a new price although one was sold meanwhile, and no stock that forgets the sale', async () => {
    const { id } = await newProduct(sql);
    await sell(id);
    expect(await change(admin, [{ id, seen: { price: 1000 }, set: { price: 1100 } }])).toMatchObject([
      { price: 1100, stock: 9 },
    ]);
    expect(await refusal(change(admin, [{ id, seen: { stock: 10 }, set: { stock: 20 } }]))).toMatchObject({
      problems: [{ problem: 'changed_meanwhile', product: { stock: 9 } }],
    });
  });

  it('changed by two admins in opposite order wait for each other, and never forever', async () => {
    const products = await Promise.all(Array.from({ length: 20 }, () => newProduct(sql)));
    const to = (price: number) => products.map(({ id }) => ({ id, seen: {}, set: { price } }));
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, (_, i) => change(admin, to(2000 + i))),
      ...Array.from({ length: 4 }, (_, i) => change(admin, to(3000 + i).reverse())),
    ]);
    expect(answers.every((made) => made.length === 20)).toBe(true);
    const prices = new Set((await Promise.all(products.map(({ id }) => rowOf(id)))).map((row) => row?.price));
    expect(prices.size).toBe(1);
  });

  it('are for admins', async () => {
    const { id } = await newProduct(sql);
    const changes = [{ id, seen: {}, set: { price: 1 } }];
    expect(await refusal(change(ada, changes))).toMatchObject({ code: 'PT403' });
    expect(await refusal(change(guest, changes))).toMatchObject({ code: '42501' });
    expect(await rowOf(id)).toMatchObject({ price: 1000 });
  });
});

describe('an edit with the previous values', () => {
  it('keeps a concurrent sale when the stock was not edited', async () => {
    const { id, name } = await newProduct(sql);
    await sell(id);
    const seen = { name, price: 1000, stock: 10 };
    expect(await update(id, { name, price: 1500, stock: 10 }, seen)).toMatchObject({ price: 1500, stock: 9 });
    expect(
      await refusal(update(id, { name, price: 1500, stock: 20 }, { ...seen, price: 1500 })),
    ).toMatchObject({ message: 'changed_meanwhile' });
  });

  it('is saved where a value of the data sheet has a source, which the form neither sees nor sends', async () => {
    const { id, name } = await newProduct(sql);
    const source = { source: 'Sheet of the maker', isSecondHand: true };
    await sql`
      update public.products set specs = ${sql.json([{ key: 'solar_input', value: 'No', ...source }])}
      where id = ${id}`;
    const line = { label: 'Solar input', value: 'No' };
    const specs = [line];
    const edited = await update(id, { name, keywords: 'inverter', specs }, { name, keywords: '', specs });
    expect(edited).toMatchObject({ keywords: 'inverter', specs });
    expect(((await rowOf(id)) as { specs: object[] } | undefined)?.specs).toEqual([
      { key: 'solar_input', value: 'No', ...source },
    ]);
    // Another value is not that of the source.
    await update(id, { specs: [{ ...line, value: 'Yes' }] }, { specs });
    expect(((await rowOf(id)) as { specs: object[] } | undefined)?.specs).toEqual([
      { key: 'solar_input', value: 'Yes' },
    ]);
  });

  it('is refused when another admin changed what it saw, with the product as it is', async () => {
    const { id, name } = await newProduct(sql);
    await update(id, { price: 2000 }, { price: 1000 });
    expect(await refusal(update(id, { name, price: 1500 }, { name, price: 1000 }))).toMatchObject({
      message: 'changed_meanwhile',
    });
    expect(await refusal(update(id, { name: 'New', price: 1000 }, { name, price: 1000 }))).toMatchObject({
      message: 'changed_meanwhile',
    });
    expect(await update(id, { name: 'New', price: 1500 }, { name, price: 2000 })).toMatchObject({
      name: 'New',
      price: 1500,
    });
  });

  it('sent twice is one', async () => {
    const { id } = await newProduct(sql);
    const once = await update(id, { price: 2000 }, { price: 1000 });
    expect(await update(id, { price: 2000 }, { price: 1000 })).toEqual(once);
  });
});
