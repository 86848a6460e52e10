import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Product, SearchReply, Suggestions } from '../../functions/_shared/contract/products.ts';
import type { DataSheet } from '../../functions/_shared/contract/fit.ts';
import { readSearch } from '../../functions/_shared/contract/search-wish.ts';
import { wishOf } from '../../functions/api/routes/fit-replies.ts';
import { approved, as, newProduct, place, bankDecides, shop } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import { furtherCases, searchCases } from './search-cases.ts';
import { missedQueries, searchQueries, shoppersQueries } from './search-queries.ts';

const sql = openTestDatabase();

// The queries are about the shop's own products: what other tests made is off the shelf meanwhile.
let others: string[] = [];
beforeAll(async () => {
  const rows = await sql<{ id: string }[]>`
    update public.products set is_active = false where is_active and created_at > '2026-02-01' returning id`;
  others = rows.map(({ id }) => id);
});
afterAll(() => sql`update public.products set is_active = true where id = any (${others})`);

const [sheets] = await sql<{ all: DataSheet[] }[]>`select public.fit_sheets() as all`;

/** The slugs found and, when nothing is, those that come near. */
async function search(query: string) {
  const wish = await wishOf(query, { dataSheets: () => Promise.resolve(sheets!.all) });
  const [row] = await as(
    sql,
    shop,
    (t) => t<{ found: SearchReply }[]>`
      select public.search_products(${query}, ${t.json(wish)}) as found`,
  );
  const { products = [], nearest = [] } = row?.found ?? {};
  const slugs = (found: Product[]) => found.map(({ slug }) => slug);
  return { found: slugs(products), near: slugs(nearest) };
}

async function slugsOf(ids: string[]): Promise<string[]> {
  const rows = await sql<{ slug: string }[]>`
    select slug from public.products where id = any (${ids}) order by array_position(${ids}::uuid[], id)`;
  return rows.map(({ slug }) => slug);
}

describe('a search', () => {
  it('finds a product by its new words immediately, and does not rewrite them with a sale', async () => {
    const product = await newProduct(sql);
    const written = async () =>
      (
        await sql`select xmin::text, name, sheet from private.product_words where product_id = ${product.id}`
      )[0];
    const before = await written();
    await sql`update public.products set stock = stock - 1 where id = ${product.id}`;
    expect(await written()).toEqual(before);
    await sql`update public.products set name = 'Quokkameter 7', description = 'For wombats' where id = ${product.id}`;
    expect(await written()).toMatchObject({ name: 'quokkameter 7', sheet: ' for wombat ' });
    const [row] = await sql<{ found: SearchReply }[]>`
      select public.search_products('quokkametre') as found`;
    expect(row?.found.products.map(({ id }) => id)).toEqual([product.id]);
    await sql`update public.products set is_active = false where id = ${product.id}`;
  });

  it('shows what is in stock first where products match equally well, however few are asked for', async () => {
    const twins = [await newProduct(sql), await newProduct(sql)].sort((a, b) => (a.id < b.id ? -1 : 1));
    await sql`update public.products set name = 'Bandicootometer', model = null, slug = 'bandicootometer-' || right(slug, 8)
      where id = any (${twins.map(({ id }) => id)})`;
    await sql`update public.products set stock = 0 where id = ${twins[0]?.id ?? ''}`;
    const scores = await sql<{ product_id: string; score: number }[]>`
      select * from private.ranked_products('bandicootometer', 48, 0.1)`;
    expect(new Set(scores.map(({ score }) => score)).size).toBe(1);
    for (const [limit, found] of [
      [2, [twins[1], twins[0]]],
      [1, [twins[1]]],
    ] as const) {
      const rows = await sql<{ product_id: string }[]>`
        select product_id from private.ranked_products('bandicootometer', ${limit}, 0.1)`;
      expect(rows.map(({ product_id }) => product_id)).toEqual(found.map((product) => product?.id));
    }
    await sql`update public.products set is_active = false where id = any (${twins.map(({ id }) => id)})`;
  });

  it('does not compare its words with every product, and lets other queries read whole tables', async () => {
    const [before, after] = await sql.begin(async (t) => {
      const reads = () => t`
        select pg_stat_get_xact_numscans('private.product_words'::regclass)::integer as whole_tables, current_setting('enable_seqscan') as allowed`;
      const [first] = await reads();
      await t`select private.search_candidates('{victron,inverter}', '{victron,inverter,inverta}')`;
      return [first, (await reads())[0]];
    });
    expect(after).toEqual(before);
    expect(before?.allowed).toBe('on');
  });

  it.each(['ah', '5 v', '5.1'])('finds products by words too short for the index: %s', async (query) => {
    const { id } = await newProduct(sql, { name: `Quokka ah 5 v 5.1 ${query}` });
    const [row] = await sql<{ ids: string[] }[]>`
      select array(select product_id from private.ranked_products(${query}, 1000, 0.1)) as ids`;
    expect(row?.ids).toContain(id);
    await sql`update public.products set is_active = false where id = ${id}`;
  });

  it.each(['pv', 'pv 5', 'hp pv'])('finds what a short word means: %s', async (query) => {
    const [row] = await sql<{ names: string[] }[]>`
      select array(
        select p.name from private.ranked_products(${query}, 8, 0.1, true) f join public.products p on p.id = f.product_id
      ) as names`;
    expect(row?.names.join(' ')).toMatch(/panel/i);
  });

  it('finds compound words that lack a letter', async () => {
    expect((await search('victronnergy')).found.length).toBeGreaterThan(5);
    expect((await search('abemterameter')).found.length).toBeGreaterThan(0);
  });

  it('shows nothing that was archived without its words being removed', async () => {
    const { id } = await newProduct(sql, { name: 'Quokka 9000' });
    await sql`update public.products set is_active = false where id = ${id}`;
    await sql`
      insert into private.product_words
      select w.* from public.products p cross join lateral private.words_of_product(p) w where p.id = ${id}`;
    const [row] = await sql<{ found: number; suggested: Suggestions }[]>`
      select (select count(*)::integer from private.ranked_products('quokka 9000', 8, 0.1) where product_id = ${id}) as found,
        public.suggest_products('quokka 9') as suggested`;
    expect([row?.found, row?.suggested.products]).toEqual([0, []]);
    await sql`delete from private.product_words where product_id = ${id}`;
  });

  it('keeps words of products on sale alone', async () => {
    const { id } = await newProduct(sql);
    const words = () => sql`select 1 from private.product_words where product_id = ${id}`;
    expect(await words()).toHaveLength(1);
    await sql`update public.products set is_active = false where id = ${id}`;
    expect(await words()).toHaveLength(0);
    await sql`update public.products set is_active = true where id = ${id}`;
    expect(await words()).toHaveLength(1);
    await sql`update public.products set is_active = false where id = ${id}`;
  });

  it('takes no word with few mistakes for one that has nothing in common', async () => {
    // Each word of the products with a letter replaced, added or left out, and with two where it is long: at every two places.
    const [row] = await sql<{ least: number; tried: number }[]>`
      select min(extensions.word_similarity(m.typed, w.word))::float as least, count(*)::integer as tried
      from (select distinct word from private.product_words p, string_to_table(p.text, ' ') t (word) where word ~ '^[a-z]{4,30}$') w
      cross join (values ('q', 1), ('q', 0), ('', 1)) change (letter, instead_of)
      cross join lateral generate_series(1, char_length(w.word)) a (place)
      cross join lateral generate_series(a.place, char_length(w.word)) b (place)
      cross join lateral (
        select overlay(
          case when b.place > a.place then overlay(w.word placing change.letter from b.place for change.instead_of) else w.word end
          placing change.letter from a.place for change.instead_of) as typed
      ) m
      where char_length(m.typed) >= case when b.place > a.place then 7 else 4 end`;
    expect(row?.tried).toBeGreaterThan(1000);
    expect(row?.least).toBeGreaterThan(0.12);
  });

  it.each([
    ['readers of the catalogue', searchQueries],
    ['shoppers', shoppersQueries],
  ])('finds what %s mean: 97 of 100 first, all of them among the first five', async (_, queries) => {
    const places = await Promise.all(
      queries.map(async ([query, ...slugs]) => ({
        query,
        slugs,
        at: (await search(query)).found.findIndex((slug) => slug !== undefined && slugs.includes(slug)),
      })),
    );
    expect(places.filter(({ at }) => at < 0 || at > 4)).toEqual([]);
    const notFirst = places.filter(({ at }) => at > 0);
    expect(notFirst.length, JSON.stringify(notFirst)).toBeLessThanOrEqual(queries.length * 0.03);
  });

  it.each([...searchCases, ...furtherCases].filter(({ page }) => !page))(
    'understands $query: $because',
    async ({ query, first = [], five = [] }) => {
      const { found } = await search(query);
      if (first.length === 0) expect(found).toEqual([]);
      else expect(first).toContain(found[0]);
      expect(found.slice(0, 5)).toEqual(expect.arrayContaining([...five]));
    },
  );

  it.each([
    ['inverter 200kw', ['deye-sun-12k-sg05lp3']],
    ['pqwt 2000m', ['pqwt-tc900']],
  ])('of %j, which nothing reaches, the nearest come near', async (query, first) => {
    const { found, near } = await search(query);
    expect(found).toEqual([]);
    expect(near.slice(0, first.length)).toEqual(first);
  });

  /** What is shown where nothing comes near; other tests sell, too. */
  const bestSellers = async () => {
    const rows = await sql<{ id: string }[]>`
      select product_id as id from private.best_sellers(8) order by place`;
    return slugsOf(rows.map(({ id }) => id));
  };

  it('offers no converter that goes the other way', async () => {
    const { found, near } = await search('24v to 48v converter');
    const others = [...found, ...near].filter((slug) => /orion|mean-well/.test(slug));
    const sold = new Set(await bestSellers());
    expect(others.filter((slug) => !sold.has(slug))).toEqual([]);
  });

  it.each(['street light', 'solar street light', 'school uniform', 'taa ya shule'])(
    'takes %j for nothing that has one of its words by chance',
    async (query) => {
      const { found, near } = await search(query);
      expect([found, near]).toEqual([[], await bestSellers()]);
    },
  );

  it.each(missedQueries)('finds nothing for %j: %s', async (query) => {
    expect((await search(query)).found).toEqual([]);
  });

  it('shows what is in stock before what is sold out where the same words are found, however alike the names are', async () => {
    const [soldOut, inStock] = [await newProduct(sql), await newProduct(sql)];
    await sql`update public.products set name = 'Bilbymeter', stock = 0, rating = 4.9, model = null where id = ${soldOut.id}`;
    await sql`update public.products set name = 'Bilbymeter for long walks at night', rating = 1, model = null where id = ${inStock.id}`;
    expect((await search('bilbymeter')).found).toEqual(await slugsOf([inStock.id, soldOut.id]));
    await sql`update public.products set is_active = false where id = any (${[soldOut.id, inStock.id]})`;
  });

  it('finds a word of the description or the data sheet after those that have it in the name', async () => {
    const [described, listed, named] = [await newProduct(sql), await newProduct(sql), await newProduct(sql)];
    await sql`update public.products set description = 'With two numbats' where id = ${described.id}`;
    await sql`update public.products set specs = '[{"key": "in_the_box", "value": "Numbat, prism"}]' where id = ${listed.id}`;
    await sql`update public.products set name = 'Numbat 7', stock = 0 where id = ${named.id}`;
    const [first, ...others] = (await search('numbat')).found;
    expect([first]).toEqual(await slugsOf([named.id]));
    expect(others.sort()).toEqual((await slugsOf([described.id, listed.id])).sort());
    await sql`update public.products set is_active = false where id = any (${[described.id, listed.id, named.id]})`;
  });

  it('takes a value for no other: 10 kVA is the rating of inverters, 10 kWh that of batteries', async () => {
    const categories = async (query: string) => {
      const { found } = await search(query);
      const rows = await sql<{ category: string }[]>`
        select category from public.products where slug = any (${found.slice(0, 3)})`;
      return [...new Set(rows.map(({ category }) => category))];
    };
    expect(await categories('10kva')).toEqual(['invertors']);
    expect(await categories('10kwh')).toEqual(['batteries']);
    expect((await search('12kw')).found.join()).not.toMatch(/12kwh/);
  });

  it('finds nothing for what the shop does not have, and offers what comes near', async () => {
    const { found, near } = await search('washing macine solars');
    expect(found).toEqual([]);
    expect(near.length).toBeGreaterThan(0);
    expect(near.length).toBeLessThanOrEqual(8);
  });

  it('offers what is bought most often when nothing comes near', async () => {
    const [bought, other] = [await newProduct(sql, { stock: 9 }), await newProduct(sql, { stock: 9 })];
    await sql`update public.products set rating = 5 where id = ${other.id}`;
    const placed = await place(sql, [{ productId: bought.id, quantity: 1, price: bought.price }]);
    await bankDecides(sql, placed.transaction.trace, approved(placed));
    const rows = await sql<{ product_id: string }[]>`
      select product_id from private.best_sellers(10000) order by place`;
    const ids = rows.map(({ product_id }) => product_id);
    expect(ids.filter((id) => [bought.id, other.id].includes(id))).toEqual([bought.id, other.id]);

    const { found, near } = await search('zzyzx');
    expect([found, near.length]).toEqual([[], 8]);
    expect(new Set(near).size).toBe(8);
    const [row] = await sql<{ sold_out: number }[]>`
      select count(*)::integer as sold_out from public.products where slug = any (${near}) and (stock = 0 or not is_active)`;
    expect(row?.sold_out).toBe(0);
    await sql`update public.products set is_active = false where id = any (${[bought.id, other.id]})`;
  });

  it.each(['', '   ', '%', "'; drop table products; --", '<script>', '🔋🔋', 'x'.repeat(500), '....', '\\'])(
    'stands whatever is typed: %j',
    async (query) => {
      expect((await search(query)).found.length).toBeLessThanOrEqual(48);
    },
  );

  it('shows nobody what is not on sale', async () => {
    const { slug } = await newProduct(sql, { name: 'Zanzibarite prospector', isActive: false });
    expect((await search('zanzibarite prospector')).found).toEqual([]);
    await sql`update public.products set is_active = true where slug = ${slug}`;
    expect((await search('zanzibarite prospector')).found).toEqual([slug]);
    await sql`delete from public.products where slug = ${slug}`;
  });
});

describe('while somebody types', () => {
  const suggest = async (typed: string) => {
    const [row] = await as(
      sql,
      shop,
      (t) => t<{ suggested: Suggestions }[]>`
        select public.suggest_products(${typed}, ${t.json(readSearch(typed).wish)}) as suggested`,
    );
    return row!.suggested;
  };

  it('the word is completed, and matching products and categories are listed', async () => {
    const { terms, categories, products } = await suggest('abem terra');
    expect(terms).toEqual(['abem terrameter']);
    expect(categories).toEqual(['instruments']);
    expect(products[0]?.name).toMatch(/^ABEM Terrameter/);
    expect(products.length).toBeLessThanOrEqual(5);
    expect(products.every(({ price }) => price > 0)).toBe(true);
  });

  it('the products are the first results', async () => {
    const queries = [...shoppersQueries, ...missedQueries].filter((_, n) => n % 10 === 0);
    for (const [query] of queries)
      expect(
        (await suggest(query)).products.map(({ slug }) => slug),
        query,
      ).toEqual((await search(query)).found.slice(0, 5));
  });

  it('a misspelt word is offered in its correct spelling', async () => {
    expect((await suggest('victorn')).terms).toContain('victron');
    expect((await suggest('garmim')).products.every(({ brand }) => brand === 'Garmin')).toBe(true);
  });

  it.each(['', ' ', '%', "';", '\\', '🔋', 'x'.repeat(500), 'xylophone'])(
    'nothing is offered for %j',
    async (typed) => {
      expect(await suggest(typed)).toEqual({ terms: [], categories: [], products: [], replaced: [] });
    },
  );
});
