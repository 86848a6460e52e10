import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { approved, as, type Character, guest, newProduct, place, bankDecides } from '../shop-cast.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';
import { refusalOf } from '../sql-refusals.ts';

const sql = openTestDatabase();

type Answer = Record<string, unknown> & { id: string; updatedAt: string };

const admin = testPerson(sql, 'Owner', 'admin');
const ada = testPerson(sql, 'Ada');

const form = {
  name: 'Tape measure, 50 m',
  category: 'fridges',
  price: 4500,
  stock: 7,
  image_url: '/a.webp',
};

const create = (who: Character, product: Record<string, unknown>, id: string = randomUUID()) =>
  as(sql, who, async (t) => {
    const [row] = await t<
      { made: Answer }[]
    >`select public.create_product(${t.json(product as never)}, ${id}) as made`;
    return row?.made as Answer;
  });
const update = (who: Character, id: string, changes: object, seen: string | null = null) =>
  as(sql, who, async (t) => {
    const [row] = await t<{ made: Answer }[]>`
      select public.update_product(${id}, ${t.json(changes as never)}, ${seen}) as made`;
    return row?.made as Answer;
  });
const remove = (who: Character, id: string) =>
  as(sql, who, async (t) => {
    const [row] = await t<{ answer: object }[]>`select public.delete_product(${id}) as answer`;
    return row?.answer;
  });

describe('a product made by an admin', () => {
  it('gets an address of its own from its name', async () => {
    const name = `Tape ${randomUUID()} – mètre & Co.`;
    const first = await create(admin, { ...form, name });
    const second = await create(admin, { ...form, name });
    expect(first.slug).toMatch(/^tape-[0-9a-f-]{36}-metre-co$/);
    expect(second.slug).toBe(`${String(first.slug)}-2`);
    expect(first).toMatchObject({ price: 4500, stock: 7, held: 0, isActive: true, specs: [], keywords: '' });
  });

  it('is created once, however often its form is sent', async () => {
    const key = randomUUID();
    const made = await Promise.all(Array.from({ length: 5 }, () => create(admin, form, key)));
    expect(new Set(made.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(await refusalOf(create(admin, { ...form, price: 1 }, key))).toMatchObject({
      message: 'changed_meanwhile',
    });
  });

  it('keeps the address it was given, unless another has it', async () => {
    const slug = `given-${randomUUID()}`;
    expect(await create(admin, { ...form, slug })).toMatchObject({ slug });
    expect(await refusalOf(create(admin, { ...form, slug }))).toMatchObject({
      code: 'PT409',
      message: 'slug_taken',
    });
    const other = await create(admin, form);
    expect(await refusalOf(update(admin, other.id, { slug }))).toMatchObject({ message: 'slug_taken' });
  });
});

describe('a data sheet', () => {
  it.each([
    [[1]],
    [[null]],
    [[{ label: 'Depth' }]],
    [[{ label: 'Depth', value: { m: 300 } }]],
    [[{ label: '', value: '300 m' }]],
    [[{ label: 'Depth', value: '300 m', html: '<b>' }]],
    [Array.from({ length: 61 }, () => ({ label: 'Depth', value: '300 m' }))],
  ])('that no page could show is refused everywhere: %j', async (specs) => {
    const { id } = await newProduct(sql);
    const written = as(
      sql,
      admin,
      (t) => t`update public.products set specs = ${t.json(specs as never)} where id = ${id}`,
    );
    expect(await refusalOf(written)).toMatchObject({ code: '23514' });
    for (const write of [() => create(admin, { ...form, specs }), () => update(admin, id, { specs })])
      expect(await refusalOf(write())).toMatchObject({ message: 'invalid_request' });
  });
});

describe('two admins at once', () => {
  it('the second learns what the first has written', async () => {
    const product = await create(admin, form);
    const changed = await update(admin, product.id, { price: 5000 }, product.updatedAt);
    const late = await refusalOf(update(admin, product.id, { price: 4000 }, product.updatedAt));
    expect(late).toMatchObject({ code: 'PT409', message: 'changed_meanwhile' });
    expect(JSON.parse(late?.detail ?? '')).toEqual(changed);
    expect(await update(admin, product.id, { price: 4000 }, changed.updatedAt)).toMatchObject({
      price: 4000,
    });
  });

  it('the same change twice is one', async () => {
    const product = await create(admin, form);
    const once = await update(admin, product.id, { price: 5000 }, product.updatedAt);
    expect(await update(admin, product.id, { price: 5000 }, product.updatedAt)).toEqual(once);
    const entries = await sql`select id from public.history where row_id = ${product.id}`;
    expect(entries).toHaveLength(2);
  });

  it('an edit without the previous values overwrites', async () => {
    const product = await create(admin, form);
    await update(admin, product.id, { price: 5000 });
    expect(await update(admin, product.id, { stock: 9 })).toMatchObject({ price: 5000, stock: 9 });
  });
});

describe('stock', () => {
  it('cannot be corrected below the pieces that are being paid for', async () => {
    const product = await newProduct(sql, { stock: 5 });
    await place(sql, [{ productId: product.id, quantity: 3, price: 1000 }]);
    expect(await refusalOf(update(admin, product.id, { stock: 2 }))).toMatchObject({
      code: 'PT409',
      message: 'stock_is_held',
    });
    expect(await update(admin, product.id, { stock: 3 })).toMatchObject({ stock: 3, held: 3 });
  });
});

describe('a product taken away', () => {
  it('is erased when nobody ever ordered it', async () => {
    const product = await create(admin, form);
    expect(await remove(admin, product.id)).toEqual({ success: true, archived: false });
    expect(await refusalOf(remove(admin, product.id))).toMatchObject({ code: 'PT404' });
  });

  it('is archived when it was, and the order keeps it', async () => {
    const product = await newProduct(sql);
    const { order } = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }]);
    for (let press = 0; press < 2; press++)
      expect(await remove(admin, product.id)).toEqual({ success: true, archived: true });
    const [row] = await sql`select is_active from public.products where id = ${product.id}`;
    expect(row?.is_active).toBe(false);
    expect(await sql`select id from public.order_items where order_id = ${order.id}`).toHaveLength(1);
  });
});

describe('one change put back', () => {
  const putBack = (who: Character, historyId: string) =>
    as(sql, who, async (t) => {
      const [row] = await t<{ made: Answer }[]>`select public.undo_product_change(${historyId}) as made`;
      return row?.made as Answer;
    });
  const changesOf = async (productId: string) =>
    (
      await sql<{ id: string }[]>`select id from public.named_history
        where row_id = ${productId} and operation = 'update' order by at, id`
    ).map((row) => row.id);

  it('is no sale that staff recorded, whose pieces would be sold a second time', async () => {
    const product = await newProduct(sql, { stock: 5 });
    const { order } = await place(sql, [{ productId: product.id, quantity: 3, price: 1000 }]);
    await as(
      sql,
      admin,
      (t) =>
        t`select public.record_payment(${randomUUID()}, ${order.id}, 'cash', null, 3000, (now() at time zone 'Africa/Nairobi')::date)`,
    );
    const [sale = ''] = await changesOf(product.id);
    expect(await refusalOf(putBack(admin, sale))).toMatchObject({ message: 'transition_refused' });
    const [row] = await sql`select stock from public.products where id = ${product.id}`;
    expect(row).toEqual({ stock: 2 });
  });

  it('is a change of its own, and leaves what else was changed', async () => {
    const product = await create(admin, { ...form, specs: [{ label: 'Length', value: '50 m' }] });
    await update(admin, product.id, { price: 5000, specs: [] });
    await update(admin, product.id, { stock: 9 });
    const [first = ''] = await changesOf(product.id);
    for (let press = 0; press < 2; press++)
      expect(await putBack(admin, first)).toMatchObject({ price: 4500, specs: product.specs, stock: 9 });
    expect(await changesOf(product.id)).toHaveLength(3);
  });

  it('is refused when the same was changed again, and for a sale', async () => {
    const product = await create(admin, form);
    await update(admin, product.id, { price: 5000 });
    await update(admin, product.id, { price: 6000 });
    const [first = ''] = await changesOf(product.id);
    expect(await refusalOf(putBack(admin, first))).toMatchObject({ message: 'changed_meanwhile' });
    const placed = await place(sql, [{ productId: product.id, quantity: 1, price: 6000 }]);
    await bankDecides(sql, placed.transaction.trace, approved(placed));
    const sale = (await changesOf(product.id)).at(-1) ?? '';
    expect(await refusalOf(putBack(admin, sale))).toMatchObject({ message: 'transition_refused' });
  });

  it('is for admins', async () => {
    expect(await refusalOf(putBack(ada, '1'))).toMatchObject({ code: 'PT403' });
    expect(await refusalOf(putBack(admin, '999999999'))).toMatchObject({ code: 'PT404' });
  });
});

describe('a user who is not an admin', () => {
  it('cannot create, change or delete a product', async () => {
    const { id } = await newProduct(sql);
    for (const [who, code] of [
      [ada, 'PT403'],
      [guest, '42501'],
    ] as const) {
      for (const transaction of [
        () => create(who, form),
        () => update(who, id, { price: 1 }),
        () => remove(who, id),
      ])
        expect(await refusalOf(transaction())).toMatchObject({ code });
    }
  });

  it('is refused past the functions too', async () => {
    const insert = as(
      sql,
      ada,
      (t) =>
        t`insert into public.products (slug, name, category, price) values (${randomUUID()}, 'x', 'gps', 1)`,
    );
    await expect(insert).rejects.toMatchObject({ code: '42501' });
  });
});
