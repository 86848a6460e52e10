import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PageOfRows, RowCursor } from '../../functions/_shared/contract/admin.ts';
import { lowStock } from '../../functions/_shared/contract/products.ts';
import { as, type Character, guest, newPerson, newProduct, place } from '../shop-cast.ts';
import { openTestDatabase, testPerson } from '../test-database.ts';
import { rolledBack } from '../rolled-back.ts';

const sql = openTestDatabase();

type Found = PageOfRows<{
  id: string;
  slug: string;
  name: string;
  price: number;
  stock: number;
  held: number;
  missing?: string[];
}>;

const admin = testPerson(sql, 'Owner', 'admin');
const ada = testPerson(sql, 'Ada');
/** A word that no other product has. */
const mark = `q${randomUUID().slice(0, 8)}`;

const find = (
  who: Character,
  search: string,
  over: Record<string, string | number | boolean | RowCursor | null> = {},
) =>
  as(sql, who, async (t) => {
    const {
      category = '',
      state = '',
      stock = '',
      sort = 'name',
      down = false,
      limit = 50,
      after = null,
    } = over;
    const [row] = await t<
      { found: Found }[]
    >`select public.find_products(${search}, ${category}, ${state}, ${stock},
      ${sort}, ${down}, ${limit}, ${t.json(after)}) as found`;
    return row?.found as Found;
  });
const names = async (search: string, over = {}) =>
  (await find(admin, search, over)).rows.map(({ name }) => name);

beforeAll(async () => {
  const products = [
    ['Théodolite Wild T2', 'Wild', 'T2-40', 'pembe', 300, 0, true],
    ['alidade', 'Kern', 'RK_A', 'ramani', 200, 3, true],
    ['Zenith camera', 'Kern', '50%', 'picha', 100, 30, false],
    ['Bussole', 'Wild', 'B3', 'dira', 100, 30, true],
  ] as const;
  for (const [name, brand, model, keywords, price, stock, isActive] of products)
    await sql`insert into public.products (slug, name, category, brand, model, keywords, price, stock, is_active)
      values (${`${mark}-${randomUUID()}`}, ${name}, 'cooking', ${brand}, ${model}, ${keywords}, ${price}, ${stock}, ${isActive})`;
});

describe('the table of products', () => {
  it('finds every word in any of name, brand, model, slug and keywords, whatever its accents and size', async () => {
    expect(await names(`${mark} THEODOLITE`)).toEqual(['Théodolite Wild T2']);
    expect(await names(`wild ${mark} t2-40`)).toEqual(['Théodolite Wild T2']);
    expect(await names(`${mark} Kérn ramani`)).toEqual(['alidade']);
    expect(await names(`${mark} kern dira`)).toEqual([]);
  });

  it('lists the product of a scanned model first, before those whose model begins so', async () => {
    const model = `s${randomUUID().slice(0, 8)}-1`;
    await sql`insert into public.products (slug, name, category, model, price, stock)
      select ${model} || '-scan-' || n, 'Scanned ' || n, 'cooking', ${model} || case n when 10 then '' else n::text end, 1, 1
      from generate_series(1, 10) n`;
    const found = await names(model.toUpperCase(), { limit: 8 });
    expect(found.slice(0, 3)).toEqual(['Scanned 10', 'Scanned 1', 'Scanned 2']);
    const { rows, after } = await find(admin, model, { limit: 1 });
    expect(rows.map(({ name }) => name)).toEqual(['Scanned 10']);
    expect(await names(model, { limit: 8, after })).not.toContain('Scanned 10');
  });

  it('takes typed text literally, wildcards included', async () => {
    expect(await names(`${mark} 50%`)).toEqual(['Zenith camera']);
    expect(await names(`${mark} rk_a`)).toEqual(['alidade']);
    for (const search of [`${mark} t_-`, `${mark} '`, `${mark} \\`, `${mark} %%%`])
      expect([search, await names(search)]).toEqual([search, []]);
  });

  it('is sorted by each of its columns, both ways, and paged', async () => {
    const alphabetical = ['alidade', 'Bussole', 'Théodolite Wild T2', 'Zenith camera'];
    expect(await names(mark)).toEqual(alphabetical);
    expect(await names(mark, { down: true })).toEqual([...alphabetical].reverse());
    expect((await names(mark, { sort: 'price', down: true })).slice(0, 2)).toEqual([
      'Théodolite Wild T2',
      'alidade',
    ]);
    expect((await names(mark, { sort: 'stock' }))[0]).toBe('Théodolite Wild T2');
    expect((await names(mark, { sort: 'createdAt', down: true }))[0]).toBe('Bussole');
    expect((await names(mark, { sort: 'updatedAt' }))[0]).toBe('Théodolite Wild T2');
    const { after } = await find(admin, mark, { limit: 2 });
    for (const from of [after, 2])
      expect(await names(mark, { limit: 2, after: from })).toEqual(alphabetical.slice(2));
    await expect(find(admin, mark, { sort: 'rating' })).rejects.toMatchObject({ code: 'PT400' });
  });

  it('is narrowed to a category, to what is on sale, and by its stock', async () => {
    expect(await names(mark, { category: 'gps' })).toEqual([]);
    expect(await names(mark, { category: 'cooking', state: 'archived' })).toEqual(['Zenith camera']);
    expect(await names(mark, { state: 'active', stock: 'in' })).toEqual(['alidade', 'Bussole']);
    expect(await names(mark, { stock: 'low' })).toEqual(['alidade']);
    expect(await names(mark, { stock: 'out' })).toEqual(['Théodolite Wild T2']);
    await expect(find(admin, mark, { category: `x' or true or 'x` })).resolves.toMatchObject({ rows: [] });
  });

  it('a product runs out by the pieces that are free: what is held for buyers is not', async () => {
    const word = `q${randomUUID().slice(0, 8)}`;
    const product = await newProduct(sql, { name: `${word} held`, stock: 8 });
    await newProduct(sql, { name: `${word} few`, stock: 4 });
    const low = () => names(word, { stock: 'low', sort: 'free' });
    expect(await low()).toEqual([`${word} few`]);
    await place(sql, [{ productId: product.id, quantity: 5, price: product.price }]);
    expect(await low()).toEqual([`${word} held`, `${word} few`]);
    expect(await names(word, { stock: 'out' })).toEqual([]);
  });

  it('lists what is on sale whose data sheet lacks what buyers or the rules of what fits need', async () => {
    const missing = Object.fromEntries(
      (await find(admin, '', { state: 'incomplete', limit: 500 })).rows.map((one) => [one.slug, one.missing]),
    );
    expect(missing).toMatchObject({
      'jinko-tiger-neo-440w-pack-8': [
        'Open-circuit voltage',
        'Voltage at maximum power',
        'Short-circuit current',
      ],
      'deye-sun-8k-sg05lp1': ['Charger current'],
      'axpert-mks-iii-5kw': ['Phases', 'Maximum solar short-circuit current'],
      'home-solar-kit-5kw-growatt': ['Maximum solar input voltage'],
      'ritar-ra12-65-set-8': ['Discharge current'],
      'dyness-b4850-2-4kwh': ['Discharge current', 'Rated charge current'],
    });
    const complete = [
      'ja-solar-550w-panel-pack-5',
      'longi-hi-mo-x10-660w-pack-6',
      'deye-sun-12k-sg05lp3',
      'yiy-lfp48100h-5-12kwh',
      'victron-smartsolar-mppt-250-85',
      'mean-well-ddr-480c-24',
      'victron-smartsolar-mppt-100-30',
      'ecoflow-delta-2-solar-generator',
      'abem-terrameter-sas-1000',
    ];
    for (const slug of complete) expect(missing).not.toHaveProperty(slug);
    const [{ specs } = { specs: [] }] = await sql<{ specs: { key: string; value: string }[] }[]>`
      select specs from public.products where slug = 'dyness-b4850-2-4kwh'`;
    await rolledBack(sql, async (t) => {
      const known = ['rated_charge_current', 'discharge_current'].map((key) => ({ key, value: 'None' }));
      const said = t.json([...specs, ...known]);
      await t`update public.products set specs = ${said} where slug = 'dyness-b4850-2-4kwh'`;
      const [row] =
        await t`select private.labels_missing(p) as labels from public.products p where slug = 'dyness-b4850-2-4kwh'`;
      expect(row?.labels).toBeNull();
    });
  });

  it('has each of them in its state, also just after one was archived', async () => {
    const states = async () =>
      Promise.all(['', 'active', 'archived', 'sold'].map((state) => names(`${mark} wild`, { state })));
    const both = ['Bussole', 'Théodolite Wild T2'];
    // Neither state asked for: no state.
    expect(await states()).toEqual([both, both, [], both]);
    await sql`update public.products set is_active = false where name = 'Bussole' and search_text like ${`%${mark}%`}`;
    expect(await states()).toEqual([both, both.slice(1), both.slice(0, 1), both]);
    await sql`update public.products set is_active = true where name = 'Bussole' and search_text like ${`%${mark}%`}`;
  });

  it('tells the pieces on the shelf and those that buyers are paying for', async () => {
    const { rows: products } = await find(admin, `${mark} bussole`);
    const [{ id = '' } = {}] = products;
    await place(sql, [{ productId: id, quantity: 2, price: 100 }]);
    expect((await find(admin, `${mark} bussole`)).rows).toMatchObject([{ stock: 30, held: 2 }]);
    const [row] = await as(
      sql,
      admin,
      (t) => t<{ found: object[] }[]>`
      select public.products_by_ids(${[randomUUID(), id]}) as found`,
    );
    expect(row?.found).toMatchObject([{ id, held: 2 }]);
  });

  it('is for admins', async () => {
    await expect(find(ada, mark)).rejects.toMatchObject({ code: 'PT403' });
    await expect(find(guest, mark)).rejects.toMatchObject({ code: '42501' });
    await expect(as(sql, ada, (t) => t`select public.products_by_ids('{}')`)).rejects.toMatchObject({
      code: 'PT403',
    });
  });
});

describe('with many products', () => {
  it('a page deep in the table and a search each read an index, not the table', async () => {
    await rolledBack(sql, async (t) => {
      // Without their sheets and replies, which no list of the dashboard reads.
      await t`set local session_replication_role = replica`;
      await t`insert into public.products (slug, name, category, price, stock)
          select 'many-' || i, 'Many ' || md5(i::text), 'fridges', 1 + i, i % 40 from generate_series(1, 8000) i`;
      await t`analyze public.products`;
      const planOf = async (query: string) =>
        (await t.unsafe(`explain ${query}`)).map((row) => String(row['QUERY PLAN'])).join('\n');
      for (const [sort, index] of [
        ['lower(p.name) collate private.natural_order', 'products_by_name'],
        ['p.price', 'products_by_price'],
        ['p.stock', 'products_by_stock'],
        ['p.updated_at', 'products_by_updated_at'],
        ['p.created_at', 'products_by_created_at'],
      ] as const)
        expect(
          await planOf(
            `select p.id from public.products p where p.is_active order by ${sort} desc, p.id desc limit 50 offset 2000`,
          ),
        ).toContain(`Scan Backward using ${index}`);
      // So few would be read as quickly one by one.
      await t`set local enable_seqscan = off`;
      expect(
        await planOf(`select p.id from public.products p where p.search_text like '%abcdef%'`),
      ).toContain('products_by_search_text');
    });
  });
});

it('stock is low where the contract says it is', async () => {
  const [row] = await sql<{ low: number }[]>`select private.low_stock() as low`;
  expect(row?.low).toBe(lowStock);
});

describe('the history', () => {
  it('contains no internal search columns of Postgres', async () => {
    const { rows: products } = await find(admin, `${mark} alidade`);
    const [{ id = '' } = {}] = products;
    await sql`update public.products set name = 'alidade 2' where id = ${id}`;
    await sql`delete from public.products where id = ${id}`;
    const [, renamed, erased] = await sql<
      { before: object; after: object }[]
    >`select before, after from public.history where row_id = ${id} order by id`;
    expect(renamed?.after).toEqual({ name: 'alidade 2' });
    expect(Object.keys(erased?.before ?? {})).toContain('name');
    expect(Object.keys(erased?.before ?? {})).not.toContain('search_text');
  });
});

describe('a deleted product', () => {
  const restore = (who: Character, id: string) =>
    as(sql, who, async (t) => {
      const [row] = await t<{ made: object }[]>`select public.restore_product(${id}) as made`;
      return row?.made;
    });
  const read = async (id: string) => (await sql`select * from public.products where id = ${id}`)[0];

  it('is found by its words, and comes back as it was', async () => {
    const gone = `gone-${randomUUID()}`;
    const [made] = await sql<{ id: string }[]>`
      insert into public.products (slug, name, category, price, stock, rating, image_url, specs, keywords)
      values (${gone}, ${`Gone ${gone}`}, 'cooking', 500, 7, 4.5, '/a.webp', '[{"label": "Own", "value": "3 m"}]', 'jiko')
      returning id`;
    const id = made?.id ?? '';
    const before = await read(id);
    const deleted = async () => (await find(admin, `${gone} jiko`, { state: 'deleted' })).rows;
    expect(await deleted()).toEqual([]);
    await as(sql, admin, (t) => t`select public.delete_product(${id})`);
    expect(await deleted()).toMatchObject([{ id, price: 500, stock: 7, imageUrl: '/a.webp' }]);
    expect(await names(gone)).toEqual([]);
    // Pressed twice.
    const [one, other] = await Promise.all([restore(admin, id), restore(admin, id)]);
    expect(one).toEqual(other);
    const { created_at: _, updated_at: __, ...after } = (await read(id)) ?? {};
    expect(before).toMatchObject(after);
    expect(await deleted()).toEqual([]);
  });

  it('gets another address when its own is taken, and comes back for whoever may change products', async () => {
    const slug = `taken-${randomUUID()}`;
    const insert = async () => {
      const [row] = await sql<{ id: string }[]>`insert into public.products (slug, name, category, price)
        values (${slug}, 'Taken', 'cooking', 500) returning id`;
      return row?.id ?? '';
    };
    const id = await insert();
    await sql`delete from public.products where id = ${id}`;
    await insert();
    for (const who of [ada, await newPerson(sql, 'Sales', 'sales')]) {
      await expect(restore(who, id)).rejects.toMatchObject({ code: 'PT403' });
      await expect(find(who, slug, { state: 'deleted' })).rejects.toMatchObject({ code: 'PT403' });
    }
    await restore(admin, id);
    expect(await read(id)).toMatchObject({ slug: `${slug}-2`, name: 'Taken' });
    await expect(restore(admin, randomUUID())).rejects.toMatchObject({ code: 'PT404' });
  });
});
