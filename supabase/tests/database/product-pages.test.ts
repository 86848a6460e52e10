import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ProductPage } from '../../functions/_shared/contract/products.ts';
import { rolledBack } from '../rolled-back.ts';
import { as, newProduct, place, shop } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

const pageOf = async (name: string) => {
  const [row] = await as(sql, shop, (t) => t`select public.product_page(${name}) as page`);
  return (row?.page ?? null) as ProductPage | null;
};

const fitsOf = async (slug: string) =>
  Object.fromEntries(((await pageOf(slug))?.fits ?? []).map(({ product, reason }) => [product.slug, reason]));

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
      const [listed] = await as(
        sql,
        shop,
        (t) => t`select more_on::text as day from public.shop_products where id = ${product.id}`,
      );
      expect((await pageOf(product.slug))?.product.moreOn).toBe(listed?.day);
      return listed?.day as string | null;
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
    expect((await pageOf(bought.slug))?.fits).toEqual([]);
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

describe('what fits a product', () => {
  it('has a voltage that the other accepts, and both are shown', async () => {
    expect(await fitsOf('deye-sun-5k-sg03lp1')).toMatchObject({
      'deye-se-g5-1-pro-5-12kwh': 'A 51.2 V battery, for a device that takes 40 to 60 V batteries',
    });
    expect(await fitsOf('pylontech-us5000-4-8kwh')).toMatchObject({
      'mean-well-ddr-480c-24': 'A 48 V battery, for a converter that takes 33.6 to 67.2 V',
    });
    expect(await fitsOf('ritar-dc12-200-pair')).toMatchObject({
      'victron-smartsolar-mppt-100-50': 'A 24 V battery, for a device that takes 24 V batteries',
    });
  });

  it('is the maker’s own first, and an inverter before a converter', async () => {
    const { fits } = (await pageOf('deye-se-g5-1-pro-5-12kwh')) as ProductPage;
    const [first] = fits;
    expect([first?.product.brand, first?.product.category]).toEqual(['Deye', 'invertors']);
    const stocked = fits.filter(({ product }) => product.stock > 0 && product.brand !== 'Deye');
    const categories = stocked.map(({ product }) => product.category);
    expect(categories.lastIndexOf('invertors')).toBeLessThan(categories.indexOf('converters'));
    const prices = stocked
      .filter(({ product }) => product.category === 'invertors')
      .map(({ product }) => product.price);
    expect(prices).toEqual(prices.toSorted((one, other) => one - other));
    // At whatever price: of eleven inverters for 48 V.
    const dear =
      (await pageOf('victron-lithium-ng-51v-100ah'))?.fits.map(({ product }) => product.slug) ?? [];
    expect(dear.slice(0, 2)).toEqual(['victron-multiplus-ii-48-3000', 'victron-multiplus-ii-48-5000']);
  });

  it('counts a lithium bank of 51.2 V to the 48 V class, and nothing above it', async () => {
    const axpert = await fitsOf('axpert-mks-iii-5kw');
    expect(Object.keys(axpert)).toContain('yiy-lfp48100h-5-12kwh');
    const fits = async (figure: number) =>
      (await sql`select private.value_fits_range('within', ${figure}, 48, 48) as fits`)[0]?.fits;
    expect(await Promise.all([47.9, 48, 51.2, 51.3].map(fits))).toEqual([false, true, true, false]);
  });

  it('are panels up to what the inverter takes, whatever the unit', async () => {
    expect(await fitsOf('sungrow-sh5-0rt')).toMatchObject({
      'trina-vertex-670w-pack-10': '6.7 kWp of panels, for an inverter that takes up to 7.5 kW',
    });
    const fitting = await sql<{ slug: string }[]>`
      select o.slug from public.products p, private.fitting_products(p, 100) f join public.products o on o.id = f.product_id
      where p.slug = 'victron-smartsolar-mppt-250-85' order by o.slug`;
    expect(fitting.map(({ slug }) => slug)).not.toContain('trina-vertex-670w-pack-10');
    expect(fitting.map(({ slug }) => slug)).toContain('longi-hi-mo-6-585w-pack-8');
  });

  it('are panels as in a kit of the shop, as many or fewer', async () => {
    const growatt = await fitsOf('growatt-spf-5000-es');
    const reason = '550 W panels, of which our kit with this inverter has 4.4 kWp';
    for (const panels of ['ja-solar-550w-panel-pack-5', 'jinko-tiger-pro-550w-bifacial-pack-6']) {
      expect(growatt[panels]).toBe(reason);
      expect(await fitsOf(panels)).toMatchObject({
        'growatt-spf-5000-es': reason,
        'deye-sun-12k-sg05lp3': expect.stringContaining('19.2 kW') as string,
      });
    }
    expect(growatt).not.toHaveProperty('longi-hi-mo-6-585w-pack-8');
    expect(growatt['longi-hi-mo-x10-660w-pack-6']).toBe(
      'Panels of 53.7 to 54.3 V each, for a solar input of up to 450 V',
    );
    expect(await fitsOf('deye-sun-5k-sg03lp1')).not.toHaveProperty('ja-solar-550w-panel-pack-5');
    const more = await rolledBack(sql, async (t) => {
      await t`
        update public.products set specs = '[{"key": "module_power", "value": "550 W"}, {"key": "array_power", "value": "4.41 kWp"}]'
        where slug = 'ja-solar-550w-panel-pack-5'`;
      return t`
        select o.slug from public.products p, private.fitting_products(p, 100) f join public.products o on o.id = f.product_id
        where p.slug = 'ja-solar-550w-panel-pack-5'`;
    });
    expect(more).toContainEqual({ slug: 'deye-sun-12k-sg05lp3' });
    expect(more).not.toContainEqual({ slug: 'growatt-spf-5000-es' });
  });

  it('is never said where a fact is unknown, nor of a kit, which has its own battery', async () => {
    const all = await sql<{ slug: string; other: string }[]>`
      select p.slug, o.slug as other
      from public.products p, private.fitting_products(p, 100) f join public.products o on o.id = f.product_id
      where p.created_at < '2026-02-01' and o.created_at < '2026-02-01'`;
    // Its data sheet names no battery voltage.
    expect(all.filter(({ slug }) => slug === 'deye-sun-8k-sg05lp1')).toEqual([]);
    // A high-voltage inverter takes none of these batteries.
    const goodwe = all.filter(({ slug }) => slug === 'goodwe-gw10k-et').map(({ other }) => other);
    expect(goodwe.filter((other) => /kwh|battery|ritar/.test(other))).toEqual([]);
    expect(all.filter(({ slug, other }) => /-kit-/.test(slug) || /-kit-/.test(other))).toEqual([]);
    // Seen from both sides.
    const pairs = new Set(all.map(({ slug, other }) => `${slug} ${other}`));
    for (const { slug, other } of all) expect(pairs).toContain(`${other} ${slug}`);
    expect(pairs.size).toBeGreaterThan(100);
  });

  it('is looked for at the nearest prices, dearer and cheaper ones', async () => {
    const rows = await sql<{ slug: string; price: number; near: boolean }[]>`
      select o.slug, o.price, exists (select 1 from private.fitting_products(p, 2) n where n.product_id = o.id) as near
      from public.products p, private.fitting_products(p, 100) f join public.products o on o.id = f.product_id
      where p.slug = 'axpert-mks-iii-5kw' and o.category = 'batteries' and p.created_at < '2026-02-01' order by o.price, o.id`;
    const [axpert] = await sql<
      { price: number }[]
    >`select price from public.products where slug = 'axpert-mks-iii-5kw'`;
    const price = axpert?.price ?? 0;
    const cheaper = rows.filter((one) => one.price < price).map(({ slug }) => slug);
    const dearer = rows.filter((one) => one.price >= price).map(({ slug }) => slug);
    expect(rows.filter(({ near }) => near).map(({ slug }) => slug)).toEqual([
      ...cheaper.slice(-2),
      ...dearer.slice(0, 2),
    ]);
    expect(rows.length).toBeGreaterThan(4);
  });

  it('is an accessory that names it', async () => {
    const reason = 'Made for SAS 1000 and SAS 4000 imaging systems';
    expect(await fitsOf('abem-terrameter-sas-1000')).toEqual({ 'abem-lund-cable-set-4x21': reason });
    expect(await fitsOf('abem-lund-cable-set-4x21')).toEqual({
      'abem-terrameter-sas-1000': reason,
      'abem-terrameter-sas-4000-lund': reason,
    });
    expect(await fitsOf('abem-terrameter-ls-2-64')).toEqual({});
  });

  it('is needed when the data sheet names it among what is sold separately', async () => {
    const neededBy = async (slug: string) =>
      (await pageOf(slug))?.fits.filter(({ isNeeded }) => isNeeded).map(({ product }) => product.slug);
    // "Cables and electrodes"; and the cable set, which needs electrodes, does not need the instrument.
    expect(await neededBy('abem-terrameter-sas-1000')).toEqual(['abem-lund-cable-set-4x21']);
    expect(await neededBy('abem-lund-cable-set-4x21')).toEqual([]);
    expect(await neededBy('growatt-spf-5000-es')).toEqual([]);
    const haveCommonWord = async (one: string, other: string | null) =>
      (await sql`select private.shares_a_word(${one}, ${other}) as shared`)[0]?.shared as boolean | null;
    expect(await haveCommonWord('Cables and electrodes', 'ABEM LUND imaging cable set')).toBe(true);
    expect(await haveCommonWord('Rails and cable', 'Meter and pole')).toBe(false);
    expect(await haveCommonWord('Cable', null)).toBeNull();
  });
});
