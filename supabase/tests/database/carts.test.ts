import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  approved,
  as,
  type Character,
  guest,
  newPerson,
  newProduct,
  newSession,
  place,
  bankDecides,
  shop,
} from '../shop-cast.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';

const sql = openTestDatabase();

type Line = { productId: string; quantity: number };

const save = (who: Character, items: unknown) =>
  as(sql, who, (transaction) => transaction`select public.save_cart(${transaction.json(items as Line[])})`);

async function merge(who: Character, token: string, items: Line[]): Promise<Line[]> {
  const [row] = await as(
    sql,
    who,
    (transaction) =>
      transaction<
        { lines: Line[] }[]
      >`select public.merge_cart(${token}, ${transaction.json(items)}) as lines`,
  );
  return row?.lines ?? [];
}

async function cartOf(userId: string): Promise<Line[] | undefined> {
  const [row] = await sql<{ items: Line[] }[]>`select items from public.carts where user_id = ${userId}`;
  return row?.items;
}

const ada = testPerson(sql, 'Ada');

describe('a cart', () => {
  it('keeps its lines in order; the last to save wins', async () => {
    const [a, b] = [(await newProduct(sql)).id, (await newProduct(sql)).id];
    await save(ada, [
      { productId: b, quantity: 2 },
      { productId: a, quantity: 1 },
    ]);
    expect(await cartOf(ada.userId)).toEqual([
      { productId: b, quantity: 2 },
      { productId: a, quantity: 1 },
    ]);
    await save(ada, [{ productId: a, quantity: 5 }]);
    expect(await cartOf(ada.userId)).toEqual([{ productId: a, quantity: 5 }]);
    await save(ada, []);
    expect(await cartOf(ada.userId)).toEqual([]);
  });

  it('is seen and changed by its owner alone', async () => {
    await save(ada, []);
    const bob = await newPerson(sql, 'Bob');
    const admin = await newPerson(sql, 'Owner', 'admin');
    const look = (who: Character) =>
      as(sql, who, (transaction) => transaction`select * from public.carts where user_id = ${ada.userId}`);
    expect(await look(ada)).toHaveLength(1);
    expect(await look(bob)).toHaveLength(0);
    expect(await look(admin)).toHaveLength(0);
    await expect(look(guest)).rejects.toMatchObject({ code: '42501' });
    await expect(look(shop)).rejects.toMatchObject({ code: '42501' });
    await expect(
      as(sql, bob, (transaction) => transaction`insert into public.carts (user_id) values (${ada.userId})`),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(save(guest, [])).rejects.toMatchObject({ code: '42501' });
    await expect(merge(guest, randomUUID(), [])).rejects.toMatchObject({ code: '42501' });
  });

  it.each([
    ['a price', [{ productId: randomUUID(), quantity: 1, price: 5 }]],
    ['no pieces', [{ productId: randomUUID(), quantity: 0 }]],
    ['a thousand pieces', [{ productId: randomUUID(), quantity: 1000 }]],
    ['half a piece', [{ productId: randomUUID(), quantity: 1.5 }]],
    ['a name for a product', [{ productId: 'meter', quantity: 1 }]],
    ['101 lines', Array.from({ length: 101 }, () => ({ productId: randomUUID(), quantity: 1 }))],
    ['a line that is no line', ['x']],
    ['no lines at all', { items: [] }],
    ['one product twice', Array(2).fill({ productId: '00000000-0000-0000-0000-000000000000', quantity: 1 })],
  ])('cannot hold %s', async (_, items) => {
    const transaction = as(
      sql,
      ada,
      (transaction) =>
        transaction`update public.carts set items = ${transaction.json(items as Line[])} where user_id = ${ada.userId}`,
    );
    await expect(transaction).rejects.toMatchObject({ code: '23514' });
  });

  it('goes with its account', async () => {
    const gone = await newPerson(sql, 'Gone');
    await save(gone, []);
    await sql`delete from auth.users where id = ${gone.userId}`;
    expect(await cartOf(gone.userId)).toBeUndefined();
  });
});

describe('a guest’s cart', () => {
  it('is added to the account’s, product by product, to what is in stock', async () => {
    const person = await newPerson(sql, 'Ada');
    const [both, full, mine, new_] = await Promise.all([
      newProduct(sql),
      newProduct(sql, { stock: 3 }),
      newProduct(sql, { stock: 1 }),
      newProduct(sql, { stock: 2 }),
    ]);
    await save(person, [
      { productId: both.id, quantity: 2 },
      { productId: full.id, quantity: 2 },
      { productId: mine.id, quantity: 4 },
    ]);
    const merged = await merge(person, randomUUID(), [
      { productId: new_.id, quantity: 9 },
      { productId: full.id.toUpperCase(), quantity: 2 },
      { productId: both.id, quantity: 1 },
    ]);
    expect(merged).toEqual([
      { productId: both.id, quantity: 3 },
      { productId: full.id, quantity: 3 },
      { productId: mine.id, quantity: 4 },
      { productId: new_.id, quantity: 2 },
    ]);
    expect(await cartOf(person.userId)).toEqual(merged);
  });

  it('has at most 999 pieces of a product, however many both ask for', async () => {
    const [both, added] = [await newProduct(sql, { stock: 5000 }), await newProduct(sql, { stock: 5000 })];
    const person = await newPerson(sql, 'Ada');
    await save(person, [
      { productId: both.id, quantity: 300 },
      { productId: both.id, quantity: 700 },
    ]);
    expect(await cartOf(person.userId)).toEqual([{ productId: both.id, quantity: 999 }]);
    expect(
      await merge(person, randomUUID(), [
        { productId: both.id, quantity: 1 },
        { productId: added.id, quantity: 600 },
        { productId: added.id, quantity: 600 },
      ]),
    ).toEqual([
      { productId: both.id, quantity: 999 },
      { productId: added.id, quantity: 999 },
    ]);
  });

  it('counts the pieces that others are paying for as gone', async () => {
    const product = await newProduct(sql, { stock: 5 });
    await place(sql, [{ productId: product.id, quantity: 3, price: product.price }]);
    const person = await newPerson(sql, 'Ada');
    const merged = await merge(person, randomUUID(), [{ productId: product.id, quantity: 4 }]);
    expect(merged).toEqual([{ productId: product.id, quantity: 2 }]);
  });

  it('loses what is not sold any more, and keeps one piece of what is sold out', async () => {
    const [archived, soldOut] = await Promise.all([
      newProduct(sql, { isActive: false }),
      newProduct(sql, { stock: 0 }),
    ]);
    const merged = await merge(await newPerson(sql, 'Ada'), randomUUID(), [
      { productId: archived.id, quantity: 1 },
      { productId: soldOut.id, quantity: 2 },
      { productId: randomUUID(), quantity: 1 },
    ]);
    expect(merged).toEqual([{ productId: soldOut.id, quantity: 1 }]);
  });

  it('is added once, however often and from however many tabs it comes', async () => {
    const product = await newProduct(sql, { stock: 100 });
    const person = await newPerson(sql, 'Ada');
    const token = randomUUID();
    const items = [{ productId: product.id, quantity: 2 }];
    await Promise.all(Array.from({ length: 8 }, () => merge(person, token, items)));
    expect(await merge(person, token, items)).toEqual(items);
    expect(await merge(person, randomUUID(), items)).toEqual([{ productId: product.id, quantity: 4 }]);
  });

  it('never makes more than a hundred lines', async () => {
    const person = await newPerson(sql, 'Ada');
    await save(
      person,
      Array.from({ length: 100 }, () => ({ productId: randomUUID(), quantity: 1 })),
    );
    const product = await newProduct(sql);
    expect(await merge(person, randomUUID(), [{ productId: product.id, quantity: 1 }])).toHaveLength(100);
  });
});

describe('what is paid for', () => {
  it('leaves the cart of its buyer, line by line, and nobody else’s', async () => {
    const [bought, kept] = await Promise.all([newProduct(sql), newProduct(sql)]);
    const [person, bob] = await Promise.all([newPerson(sql, 'Ada'), newPerson(sql, 'Bob')]);
    const placed = await place(sql, [{ productId: bought.id, quantity: 2, price: bought.price }], {
      sid: await newSession(sql, person.userId),
    });
    const lines = [
      { productId: bought.id, quantity: 2 },
      { productId: kept.id, quantity: 1 },
    ];
    await save(person, lines);
    await save(bob, lines);
    await bankDecides(sql, placed.transaction.trace, approved(placed));
    expect(await cartOf(person.userId)).toEqual([{ productId: kept.id, quantity: 1 }]);
    expect(await cartOf(bob.userId)).toEqual(lines);
  });

  it('stays in the cart when its quantity was changed since', async () => {
    const product = await newProduct(sql);
    const person = await newPerson(sql, 'Ada');
    const placed = await place(sql, [{ productId: product.id, quantity: 2, price: product.price }], {
      sid: await newSession(sql, person.userId),
    });
    await save(person, [{ productId: product.id, quantity: 1 }]);
    await bankDecides(sql, placed.transaction.trace, approved(placed));
    expect(await cartOf(person.userId)).toEqual([{ productId: product.id, quantity: 1 }]);
  });
});
