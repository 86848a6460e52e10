import { describe, expect, it } from 'vitest';
import { newProduct } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

/** A new value for each column that a reply shows, in SQL. */
const edits: Record<string, string> = {
  slug: `'slug-' || gen_random_uuid()`,
  name: `'Another name'`,
  category: `'batteries'`,
  description: `'Another description'`,
  price: '54321',
  image_url: `'https://example.com/another.jpg'`,
  pictures: `'[{"url": "https://example.com/a-third.jpg", "alt": ""}]'`,
  stock: '77',
  rating: '4.5',
  is_active: 'false',
  brand: `'Another brand'`,
  model: `'Another model'`,
  specs: `'[{"label": "Energy", "value": "5.12 kWh"}]'`,
  key_figures: `'{"7 kWh"}'`,
  warranty_years: '9',
  weight_grams: '999',
  created_at: `now() - interval '9 days'`,
};
/** Not stored with the replies. */
const others = ['id', 'keywords', 'search_text', 'updated_at'];

/** The stored replies of a product, and the same put together anew. */
async function repliesOf(id: string) {
  const [row] = await sql<{ stored: object; anew: object; version: string }[]>`
    select to_jsonb(r) as stored, r.xmin::text as version,
      (select to_jsonb(private.replies_of_product(p)) from public.products p where p.id = r.product_id) as anew
    from private.product_replies r where r.product_id = ${id}`;
  if (!row) throw new Error('no stored replies');
  return row;
}

describe('the stored replies of a product', () => {
  it('cover every column', async () => {
    const columns = await sql<{ name: string }[]>`
      select attname as name from pg_attribute where attrelid = 'public.products'::regclass and attnum > 0 and not attisdropped`;
    expect([...Object.keys(edits), ...others].sort()).toEqual(columns.map(({ name }) => name).sort());
  });

  it.each(Object.entries(edits))('are up to date after a change of %s', async (column, value) => {
    const { id } = await newProduct(sql);
    const before = await repliesOf(id);
    expect(before.stored).toEqual(before.anew);
    await sql.unsafe(`update public.products set ${column} = ${value} where id = $1`, [id]);
    const after = await repliesOf(id);
    expect(after.stored).toEqual(after.anew);
    const [shown] = await sql<{ is_new: boolean }[]>`
      select s.product @> s.summary and s.product ->> 'updatedAt' = private.iso_time(p.updated_at) as is_new
      from public.products p join private.shown_products s using (id) where p.id = ${id}`;
    expect(shown?.is_new).toBe(true);
  });

  it('are not written again when a piece is sold, and show what is left', async () => {
    const { id } = await newProduct(sql, { stock: 3 });
    const { version } = await repliesOf(id);
    await sql`update public.products set stock = stock - 1 where id = ${id}`;
    expect((await repliesOf(id)).version).toBe(version);
    const [row] = await sql<{ stock: number }[]>`
      select (product ->> 'stock')::integer as stock from private.shown_products where id = ${id}`;
    expect(row?.stock).toBe(2);
  });

  it('can be missing', async () => {
    const { id } = await newProduct(sql);
    const shown = () => sql`
      select s.*, private.product_page(p.slug) as page
      from public.products p join private.shown_products s using (id) where p.id = ${id}`;
    const before = await shown();
    await sql`delete from private.product_replies where product_id = ${id}`;
    expect(await shown()).toEqual(before);
  });

  it('show the price of a kilowatt hour after the price has changed', async () => {
    const { id } = await newProduct(sql, { price: 51200 });
    await sql`update public.products set category = 'batteries', specs = ${sql.json([{ label: 'Energy', value: '5.12 kWh' }])} where id = ${id}`;
    await sql`update public.products set price = 102400 where id = ${id}`;
    const [row] = await sql<{ sheet: { lines: { value: string }[] }[] }[]>`
      select sheet from private.product_replies where product_id = ${id}`;
    const values = row?.sheet.flatMap(({ lines }) => lines.map(({ value }) => value));
    expect(values).toContain('KES 20,000');
  });
});
