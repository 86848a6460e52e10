import { describe, expect, it } from 'vitest';
import type { AdminProduct } from '../../functions/_shared/contract/admin.ts';
import type { ProductPage, SearchReply, Suggestions } from '../../functions/_shared/contract/products.ts';
import { as, newPerson, newProduct, shop } from '../shop-cast.ts';
import { refusalCode } from '../sql-refusals.ts';
import { openTestDatabase } from '../test-database.ts';
import { fresh, importCast } from './product-import-cast.ts';

const sql = openTestDatabase();
const admin = await newPerson(sql, 'Owner', 'admin');
const { importRows, undo } = importCast(sql, admin);

const pageOf = async (name: string) => {
  const [row] = await as(sql, shop, (t) => t`select public.product_page(${name}) as page`);
  return (row?.page ?? null) as ProductPage | null;
};
const followerOn = async (name: string) => (await pageOf(name))?.replacedBy?.id;
const found = async (query: string) => {
  const [row] = await as(
    sql,
    shop,
    (t) => t<{ hits: SearchReply; typed: Suggestions }[]>`
      select public.search_products(${query}) as hits, public.suggest_products(${query}) as typed`,
  );
  return {
    hits: row?.hits.products.map(({ id }) => id) ?? [],
    suggested: row?.typed.products.map(({ id }) => id) ?? [],
    replaced: row?.typed.replaced ?? [],
  };
};
const update = (id: string, changes: object) =>
  as(sql, admin, async (t) => {
    const [row] = await t<{ saved: AdminProduct }[]>`
      select public.update_product(${id}, ${t.json(changes as never)}) as saved`;
    return row?.saved;
  });
/** Products of which each is replaced by the next. Only the last is on sale. */
const chain = async (length: number, models: (string | null)[] = []) => {
  const products = [];
  for (let i = 0; i < length; i += 1)
    products.push(await newProduct(sql, { isActive: i === length - 1, model: models[i] ?? null }));
  for (const [i, { id }] of products.entries())
    if (products[i + 1]) await update(id, { replaced_by: products[i + 1]?.slug });
  return products;
};

describe('a product that replaces another one', () => {
  it('is where the page of the withdrawn one leads, by every address that either had', async () => {
    const [old, next] = await chain(2);
    expect(await followerOn(old!.slug)).toBe(next!.id);
    await update(next!.id, { slug: `new-${next!.slug}` });
    expect(await followerOn(old!.id)).toBe(next!.id);
    // On sale again, it is sold itself.
    await update(old!.id, { is_active: true });
    expect((await pageOf(old!.slug))?.replacedBy).toBeNull();
    expect((await pageOf(next!.slug))?.replacedBy).toBeNull();
  });

  it('leads on when it is withdrawn itself; with nothing on sale at the end, the page names no follower', async () => {
    const [first, second, last] = await chain(3);
    expect(await followerOn(first!.slug)).toBe(last!.id);
    expect(await followerOn(second!.slug)).toBe(last!.id);
    await update(last!.id, { is_active: false });
    expect((await pageOf(first!.slug))?.replacedBy).toBeNull();
    await as(sql, admin, (t) => t`select public.delete_product(${last!.id})`);
    expect((await pageOf(first!.slug))?.replacedBy).toBeNull();
    // Whoever saves what names a deleted one is not kept from it.
    expect((await update(second!.id, { price: 5 }))?.replacedBy).toBe(last!.slug);
  });

  it('is found by words of the name of the withdrawn one, unless a product on sale has them all', async () => {
    const [old, last] = await chain(2, ['BL-7']);
    await update(old!.id, { name: 'Bilbycorp BL-7 burrow gauge' });
    for (const query of ['burrow gauge', 'BL-7', 'bilbycorp bl-7', 'gauge bilbycorp']) {
      const { hits, replaced } = await found(query);
      expect(hits[0], query).toBe(last!.id);
      expect(replaced, query).toMatchObject([{ replaces: 'Bilbycorp BL-7 burrow gauge' }]);
    }
    await newProduct(sql, { name: 'Bilbycorp burrow gauge' });
    expect((await found('burrow gauge')).replaced).toEqual([]);
  });

  it.each([
    ['its model', ['WOMBATON 4711'], 'wombaton 4711'],
    ['its model in one word', ['NUMBATEX 65S'], 'numbatex65s'],
    ['its model in two words', ['QUOLLTEC-808'], 'quolltec 808'],
    ['the end of its model', ['Potoroo Maker KX 900'], 'price of kx 900'],
  ])('is found first by %s', async (_, models, query) => {
    const [old, last] = [(await chain(2, models))[0], await newProduct(sql, { model: `${models[0]}X` })];
    const follower = (await pageOf(old!.slug))?.replacedBy?.id;
    const { hits, suggested, replaced } = await found(query);
    expect(hits[0]).toBe(follower);
    expect(suggested[0]).toBe(follower);
    expect(replaced).toMatchObject([
      { slug: (await pageOf(old!.slug))?.replacedBy?.slug, replaces: old!.name },
    ]);
    expect(hits.filter((id) => id === follower)).toHaveLength(1);
    expect(hits).not.toContain(old!.id);
    // What begins so is another model.
    expect((await found(`${models[0]}X`)).hits).not.toContain(follower);
    await sql`update public.products set is_active = false where id in ${sql([last.id, follower ?? ''])}`;
    expect((await found(query)).hits).not.toContain(follower);
  });

  it('is never one that it replaces itself', async () => {
    const [first, second, third] = await chain(3);
    const codeOf = (id: string, changes: object) => refusalCode(update(id, changes));
    expect(await codeOf(third!.id, { replaced_by: first!.slug })).toBe('follower_wrong');
    expect(await codeOf(second!.id, { replaced_by: first!.id })).toBe('follower_wrong');
    expect(await codeOf(third!.id, { replaced_by: third!.slug })).toBe('follower_wrong');
    await sql.begin(async (t) => {
      await t`alter table public.products disable trigger refuse_circle`;
      await t`update public.products set is_active = false, replaced_by = ${first!.slug} where id = ${third!.id}`;
      await t`alter table public.products enable trigger refuse_circle`;
    });
    // Two who wrote at the same moment: it ends.
    expect((await pageOf(first!.slug))?.replacedBy).toBeNull();
    const other = await newProduct(sql);
    expect((await update(other.id, { replaced_by: first!.slug }))?.replacedBy).toBe(first!.slug);
  });

  it('comes with a spreadsheet; what it does not have, or a circle, is left out by its row', async () => {
    const [a, b, c] = [await newProduct(sql), await newProduct(sql), await newProduct(sql)];
    const row = (line: number, id: string, follower: string | null) => ({
      line,
      id,
      seen: { replaced_by: null },
      set: { replaced_by: follower },
    });
    const made = await importRows([
      row(2, a.id, b.slug),
      row(3, b.id, 'no-such-product'),
      row(4, c.id, c.slug),
      { line: 5, id: null, set: fresh({ replaced_by: a.slug, is_active: false }) },
    ]);
    expect(made).toMatchObject({
      changed: 1,
      made: 1,
      left: [
        { line: 3, problem: 'follower_wrong' },
        { line: 4, problem: 'follower_wrong' },
      ],
    });
    // Each by itself could be, both cannot.
    expect(await refusalCode(importRows([row(2, b.id, c.slug), row(3, c.id, b.slug)]))).toBe(
      'follower_wrong',
    );
    const stored = () =>
      sql`select replaced_by from public.products where id in ${sql([a.id, b.id, c.id])} order by id`;
    expect((await stored()).map(({ replaced_by: slug }) => slug as unknown).filter(Boolean)).toEqual([
      b.slug,
    ]);
    await undo(made.id);
    expect((await stored()).every(({ replaced_by: slug }) => slug === null)).toBe(true);
  });
});
