import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ProductPage } from '../../functions/_shared/contract/products.ts';
import { as, newProduct, place, shop } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

const pageOf = async (name: string) => {
  const [row] = await as(sql, shop, (t) => t`select public.product_page(${name}) as page`);
  return (row?.page ?? null) as Omit<ProductPage, 'fits'> | null;
};

describe('the page of a product', () => {
  it('is found by its slug, its id, and every address it had', async () => {
    const product = await newProduct(sql);
    const former = [product.slug, `second-${randomUUID()}`];
    const last = `third-${randomUUID()}`;
    await sql`update public.products set slug = ${former[1] ?? ''} where id = ${product.id}`;
    await sql`update public.products set slug = ${last} where id = ${product.id}`;
    for (const name of [product.id, product.id.toUpperCase(), ...former, last])
      expect((await pageOf(name))?.product).toMatchObject({ id: product.id, slug: last });
    for (const name of ['no-such-thing', randomUUID(), '', `%`]) expect(await pageOf(name)).toBeNull();
  });

  it('says when more are expected, until that day has passed', async () => {
    const product = await newProduct(sql, { stock: 0 });
    const shown = async (days: number) => {
      await sql`update public.products set more_on = private.nairobi_day(now()) + ${days}::integer where id = ${product.id}`;
      return (await pageOf(product.slug))?.product.moreOn;
    };
    expect(await shown(7)).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(await shown(0)).not.toBeNull();
    expect(await shown(-1)).toBeNull();
  });

  it('belongs to the product that has the address now, whoever had it before', async () => {
    const [one, two] = [await newProduct(sql), await newProduct(sql)];
    await sql`update public.products set slug = ${`new-${one.slug}`} where id = ${one.id}`;
    await sql`update public.products set slug = ${one.slug} where id = ${two.id}`;
    expect((await pageOf(one.slug))?.product.id).toBe(two.id);
  });

  it('stays when a product that was bought is withdrawn; one that never was has none', async () => {
    const [bought, draft] = [await newProduct(sql, { stock: 3 }), await newProduct(sql, { isActive: false })];
    await place(sql, [{ productId: bought.id, quantity: 1, price: bought.price }]);
    await sql`update public.products set is_active = false where id = ${bought.id}`;
    expect((await pageOf(bought.slug))?.product).toMatchObject({ isActive: false, stock: 0 });
    expect(await pageOf(draft.slug)).toBeNull();
  });

  it.each([
    // By hand: what a buyer of the first would look at, and what not.
    [
      'abem-terrameter-sas-1000',
      ['iris-syscal-junior', 'geomative-gd-10-ert', 'lippmann-4point-light-10w'],
      ['leica-ts07-5-r500-set', 'abem-lund-cable-set-4x21', 'gem-gsm-19-magnetometer'],
    ],
    [
      'iris-syscal-pro-switch-72',
      ['iris-syscal-junior', 'abem-terrameter-ls-2-64'],
      ['trimble-s5-5-robotic'],
    ],
    [
      'leica-ts07-5-r500-set',
      ['trimble-s5-5-robotic'],
      ['abem-terrameter-sas-1000', 'lippmann-4point-light-10w'],
    ],
    ['gem-gsm-19-magnetometer', ['geometrics-g-857-magnetometer'], ['iris-syscal-junior']],
    ['goodwe-gw10k-et', ['sungrow-sh5-0rt', 'deye-sun-10k-sg04lp3'], []],
    ['victron-smartsolar-mppt-100-30', [], ['victron-smartsolar-mppt-100-50']],
    ['home-solar-kit-5kw-growatt', ['home-backup-kit-3-5kw-growatt', 'three-phase-solar-kit-12kw-deye'], []],
    ['emlid-reach-rs3', ['chcnav-i73-plus'], ['garmin-gpsmap-65s']],
  ])('shows similar products of the kind of %s', async (slug, kind, others) => {
    const { product, related } = (await pageOf(slug)) as ProductPage;
    const shown = related.map((one) => one.slug);
    expect(shown).toEqual(expect.arrayContaining(kind));
    for (const other of [...others, product.slug]) expect(shown).not.toContain(other);
  });

  it('puts what has most in common first, and what is sold out last', async () => {
    const { related } = (await pageOf('abem-terrameter-sas-1000')) as ProductPage;
    expect(related.at(-1)?.slug).toBe('iris-syscal-pro-switch-72');
    expect(related.at(-1)?.stock).toBe(0);
  });

  it('is shown beside its series, by what that differs by', async () => {
    const familyOf = async (slug: string) =>
      ((await pageOf(slug)) as ProductPage).family.map((one) => one.slug);
    const detectors = await familyOf('pqwt-tc500');
    expect(detectors).toHaveLength(10);
    expect([detectors[0], detectors.at(-1)]).toEqual(['pqwt-m100', 'pqwt-tc900']);
    expect(await familyOf('victron-orion-tr-24-12-10')).toEqual(
      expect.arrayContaining([
        'victron-orion-tr-24-12-10',
        'victron-orion-tr-24-12-20',
        'victron-orion-tr-12-24-15',
        'victron-orion-tr-48-12-30',
      ]),
    );
    expect(await familyOf('abem-terrameter-ls-2-64')).toHaveLength(3);
    // Two are no table.
    expect(await familyOf('iris-syscal-junior')).toEqual([]);
  });
});
