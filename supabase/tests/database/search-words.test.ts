import { beforeEach, describe, expect, it } from 'vitest';
import { nairobiDay } from '../../functions/_shared/contract/nairobi-time.ts';
import type { SearchMiss } from '../../functions/_shared/contract/products.ts';
import { as, newPerson, shop } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();
const admin = await newPerson(sql, 'Owner', 'admin');

describe('a word of the owner', () => {
  const firstFor = async (query: string) => {
    const [row] = await as(
      sql,
      shop,
      (t) =>
        t<{ found: { products: { slug: string }[] } }[]>`select public.search_products(${query}) as found`,
    );
    return row?.found.products[0]?.slug;
  };

  it('is understood at once, and is not when it is removed', async () => {
    expect(await firstFor('chombosayansi')).toBeUndefined();
    await sql`insert into public.search_synonyms (word, means) values ('chombosayansi', 'seismograph')`;
    expect(await firstFor('chombosayansi')).toBe('pasi-16sg24-n-seismograph');
    await sql`delete from public.search_synonyms where word = 'chombosayansi'`;
    expect(await firstFor('chombosayansi')).toBeUndefined();
  });

  it.each([
    ['two words', 'solar'],
    ['Sola', 'solar'],
    ['solar', 'solar'],
    ['x', 'solar'],
    ["'; --", 'solar'],
    ['jua', 'the sun'],
  ])('%j for %j is refused', async (word, means) => {
    await expect(
      sql`insert into public.search_synonyms (word, means) values (${word}, ${means})`,
    ).rejects.toMatchObject({ code: '23514' });
  });
});

describe('a search without a result', () => {
  beforeEach(() => sql`delete from private.search_misses`);
  const record = (query: string) => as(sql, shop, (t) => t`select public.record_search_miss(${query})`);
  const list = async () => {
    const [row] = await as(
      sql,
      admin,
      (t) => t<{ misses: SearchMiss[] }[]>`select public.list_search_misses() as misses`,
    );
    return row!.misses.map(({ query, times }) => [query, times]);
  };

  it('is counted, however it was written, and the most frequent are listed first', async () => {
    await record('Fridge');
    await record('generator set');
    await record('  GENERATOR   set ');
    expect(await list()).toEqual([
      ['generator set', 2],
      ['fridge', 1],
    ]);
  });

  it.each(['ada@example.com', '0712 345 678', 'call +254 712345678', '', '   ', '🔋', '12345'])(
    'is not kept when it is %j',
    async (query) => {
      await record(query);
      expect(await list()).toEqual([]);
    },
  );

  // At any moment, one of these two zones has another day than Nairobi.
  it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    'is dated by the day in Kenya, in %s too',
    async (zone) => {
      for (const times of [1, 2]) {
        await as(sql, shop, async (t) => {
          await t`select set_config('timezone', ${zone}, true)`;
          await t`select public.record_search_miss('fridge')`;
        });
        expect([...(await sql`select times, last_day::text as day from private.search_misses`)]).toEqual([
          { times, day: nairobiDay() },
        ]);
        await sql`update private.search_misses set last_day = '2020-01-01' where ${times === 1}`;
      }
    },
  );

  it('keeps 80 characters', async () => {
    await record('x'.repeat(500));
    expect(await list()).toEqual([['x'.repeat(80), 1]]);
  });

  it('is forgotten 90 days after it was last made', async () => {
    await sql`insert into private.search_misses (query, last_day) values
      ('old', current_date - 91), ('older', current_date - 90)`;
    await as(sql, shop, (t) => t`select public.purge_expired(10000)`);
    expect(await list()).toEqual([['older', 1]]);
  });
});
