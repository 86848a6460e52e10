import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { normalizedPhoneNumbers, notPhoneNumbers } from '../phone-numbers.ts';
import { newPerson, newProduct, place } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

const codeOf = (transaction: Promise<unknown>) =>
  transaction.then(() => 'accepted').catch((error: { code: string }) => error.code);

describe('nonsense is refused by the tables themselves', () => {
  it.each([
    ['a negative price', { price: -1 }],
    ['a price of nothing', { price: 0 }],
    ['a negative stock', { stock: -1 }],
    ['an unknown category', { category: 'boats' }],
    ['a rating above five', { rating: 5.01 }],
    ['a name of spaces', { name: '   ' }],
    ['an invalid slug', { slug: 'Not A Slug' }],
    ['an invalid picture address', { image_url: 'javascript:alert(1)' }],
    ['a negative weight', { weight_grams: -5 }],
  ])('a product with %s', async (_, over) => {
    const product = await newProduct(sql);
    expect(await codeOf(sql`update public.products set ${sql(over)} where id = ${product.id}`)).toBe('23514');
  });

  it('a total that is not the sum of the items', async () => {
    const product = await newProduct(sql, { price: 700 });
    const { order } = await place(sql, [{ productId: product.id, quantity: 2, price: 700 }]);
    expect(await codeOf(sql`update public.orders set total_amount = 1399 where id = ${order.id}`)).toBe(
      '23514',
    );
    expect(await codeOf(sql`update public.order_items set quantity = 3 where order_id = ${order.id}`)).toBe(
      '23514',
    );
    expect(await codeOf(sql`delete from public.order_items where order_id = ${order.id}`)).toBe('23514');
  });

  it('an order without items', async () => {
    expect(
      await codeOf(sql`insert into public.orders (customer_name, customer_email, customer_phone, customer_address, total_amount)
        values ('Ada', 'ada@example.com', '+254712345678', 'Kisumu', 100)`),
    ).toBe('23514');
  });

  it('an unknown status, a second open transaction, a paid transaction without the bank’s index', async () => {
    const product = await newProduct(sql);
    const { order, transaction } = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }]);
    expect(await codeOf(sql`update public.orders set status = 'gone' where id = ${order.id}`)).toBe('PT409');
    expect(
      await codeOf(sql`insert into public.transactions (order_id, amount, trace, reference)
        values (${order.id}, 1000, ${'a'.repeat(64)}, 'DON-1')`),
    ).toBe('23505');
    expect(
      await codeOf(
        sql`update public.transactions set status = 'completed', decided_at = now() where trace = ${transaction.trace}`,
      ),
    ).toBe('23514');
  });

  it('two accounts with one e-mail, however it is spelt', async () => {
    const ada = await newPerson(sql, 'Ada');
    const second = await newPerson(sql, 'Bob');
    expect(await codeOf(sql`update public.users set email = ${ada.email} where id = ${second.userId}`)).toBe(
      '23505',
    );
    expect(
      await codeOf(
        sql`update public.users set email = ${ada.email.toUpperCase()} where id = ${second.userId}`,
      ),
    ).toBe('23514');
  });
});

it('omitted values get the specification’s defaults', async () => {
  const [row] = await sql`
    with made as (
      insert into public.products (slug, name, category, price)
      values (${`plain-${randomUUID()}`}, 'Plain', 'gps', 1000) returning stock, rating::text as rating, is_active, image_url
    )
    select * from made`;
  expect(row).toEqual({ stock: 0, rating: '0.00', is_active: true, image_url: null });
  const defaults = await sql`
    select table_name || '.' || column_name as name, column_default as value from information_schema.columns
    where table_schema = 'public' and (table_name, column_name) in
      (('users', 'role'), ('orders', 'status'), ('transactions', 'status'), ('transactions', 'payment_method'))
    order by 1`;
  expect(defaults.map(({ name, value }) => [name, value])).toEqual([
    ['orders.status', "'pending'::text"],
    ['transactions.payment_method', "'card'::text"],
    ['transactions.status', "'pending'::text"],
    ['users.role', "'customer'::text"],
  ]);
});

describe('a phone number', () => {
  const kept = async (typed: string) => {
    const [row] = await sql<{ kept: string | null }[]>`select private.normal_phone_number(${typed}) as kept`;
    return row?.kept ?? null;
  };

  it('is kept as the contract keeps it', async () => {
    for (const [typed, expected] of normalizedPhoneNumbers)
      expect([typed, await kept(typed)]).toEqual([typed, expected]);
    for (const typed of notPhoneNumbers) expect([typed, await kept(typed)]).toEqual([typed, null]);
  });

  it('is kept in no other form, of an account and of an order', async () => {
    const ada = await newPerson(sql, 'Ada');
    const product = await newProduct(sql);
    const { order } = await place(sql, [{ productId: product.id, quantity: 1, price: 1000 }]);
    for (const phone of ['12', '712345678', '0712 345 678', 'call me tomorrow', '']) {
      expect(await codeOf(sql`update public.users set phone = ${phone} where id = ${ada.userId}`)).toBe(
        '23514',
      );
      expect(
        await codeOf(sql`update public.orders set customer_phone = ${phone} where id = ${order.id}`),
      ).toBe('23514');
    }
    for (const phone of ['5551234567', '44207946095', '+254712345678']) {
      expect(await codeOf(sql`update public.users set phone = ${phone} where id = ${ada.userId}`)).toBe(
        'accepted',
      );
    }
  });
});

describe('the catalogue', () => {
  const csv = readFileSync('supabase/seed/catalogue.csv', 'utf8');
  // Other products than the seed's stand in the shop too while it is tested.
  const slugs = (parse(csv, { columns: true }) as { slug: string }[]).map(({ slug }) => slug);

  it('has the 83 products of the seed with all their fields', async () => {
    const [counted] = await sql`
      select count(*)::int as products, count(brand)::int as brands, count(model)::int as models,
        count(*) filter (where jsonb_array_length(specs) > 0)::int as sheets,
        count(*) filter (where keywords <> '')::int as searchable, min(price) as cheapest, max(price) as dearest
      from public.products where slug = any(${slugs})`;
    expect(counted).toEqual({
      products: 83,
      brands: 83,
      models: 83,
      sheets: 83,
      searchable: 83,
      cheapest: 15000,
      dearest: 6480000,
    });
    const unknown = await sql`
      select slug, line ->> 'label' as label from public.products, jsonb_array_elements(specs) line
      where slug = any(${slugs}) and line ? 'label'`;
    expect(unknown, 'keys that the vocabulary does not have').toEqual([]);
  });

  it('costs at least the “from” price of its category', async () => {
    const rows = await sql<{ category: string; from: number }[]>`
      select category, min(price) as from from public.products where slug = any(${slugs}) group by category order by 1`;
    expect(Object.fromEntries(rows.map((row) => [row.category, row.from]))).toEqual({
      batteries: 95000,
      converters: 15000,
      gps: 85000,
      instruments: 1850000,
      invertors: 125000,
      pqwt: 385000,
      solar: 85000,
    });
  });
});

describe('a new account', () => {
  it('gets a profile as a customer, from nothing but its address', async () => {
    const [{ id } = { id: '' }] = await sql<{ id: string }[]>`
      insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), ${`New.${Date.now()}@Example.com`},
        ${sql.json({ name: 'New', phone: '+254712345678', role: 'admin' })}) returning id`;
    const [profile] = await sql`select name, email, phone, role, address from public.users where id = ${id}`;
    expect(profile).toMatchObject({ name: '', phone: null, role: 'customer', address: null });
    expect(profile?.email).toMatch(/^new\.\d+@example\.com$/);
  });
});
