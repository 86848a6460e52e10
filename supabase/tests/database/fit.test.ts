import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ItemsFit } from '../../functions/_shared/contract/fit.ts';
import { rolledBack } from '../rolled-back.ts';
import { answerTo } from '../payment-scene.ts';
import { newProduct, shop } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

/** What the shop says about so many of these products together. */
async function fitOf(items: Record<string, number>): Promise<ItemsFit> {
  const ids = await sql<{ id: string; slug: string }[]>`
    select id, slug from public.products where slug in ${sql(Object.keys(items))}`;
  const asked = ids.map(({ id, slug }) => ({ productId: id, quantity: items[slug] }));
  return answerTo<ItemsFit>(sql, shop, 'public.fit_of_items($1::jsonb)', asked);
}
const misfitsOf = async (items: Record<string, number>) => {
  const { misfits } = await fitOf(items);
  const slugs = await sql<{ id: string; slug: string }[]>`
    select id, slug from public.products where id = any(${misfits.map(({ productId }) => productId)}::uuid[])`;
  const slugOf = new Map(slugs.map(({ id, slug }) => [id, slug]));
  return misfits.map(({ productId, reason }) => `${slugOf.get(productId)}: ${reason}`);
};

/*
 * What fits what, by hand from the data sheets of the catalogue: one of each of two products, or `slug*2`, in any wiring of
 * the units and panels. `to set`: fits when the charger is set lower. `unknown` where a data sheet does not say enough, about
 * which the shop says nothing.
 */
type Verdict = 'fits' | 'to set' | 'does not' | 'unknown';
const table = readFileSync(new URL('fit-table.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [one, other, verdict, ...reason] = line.split(',');
    return [one, other, verdict, reason.join()] as [string, string, Verdict, string];
  });

it('the shop says of each pair of the table what it says', async () => {
  expect(table.length).toBeGreaterThanOrEqual(409);
  const wrong: string[] = [];
  for (const [one, other, verdict] of table) {
    const items = [one, other].map((part) => [part.split('*')[0], Number(part.split('*')[1] ?? 1)] as const);
    const { misfits, toSet } = await fitOf(Object.fromEntries(items));
    const said = misfits.length > 0 ? 'does not' : toSet.length > 0 ? 'to set' : '';
    if (said !== (/does not|to set/.test(verdict) ? verdict : ''))
      wrong.push(`${one}, ${other} ${verdict}: ${said}`);
  }
  expect(wrong).toEqual([]);
});

it('the page of a product names what the table says fits it, with what is to be set, and nothing else', async () => {
  const named = await sql<{ slug: string; other: string; reason: string }[]>`
    select p.slug, o.slug as other, f.reason
    from public.products p, private.fitting_products(p, 100) f join public.products o on o.id = f.product_id
    where p.slug in ${sql(table.map(([one]) => one.split('*')[0] ?? ''))}`;
  const reasons = new Map(named.map(({ slug, other, reason }) => [`${slug},${other}`, reason]));
  // A set is named as it is sold, and a battery for a controller that says which batteries it takes.
  const isLeftOut = (reason: string) => /as sold|solar power at 48 V/.test(reason);
  const wrong = table.filter(([one, other, verdict, why]) => {
    const reason = reasons.get(`${one},${other}`);
    const said = reason && (reason.includes('; set its charger') ? 'to set' : 'fits');
    return said
      ? said !== verdict
      : !`${one}${other}`.includes('*') && /fits|to set/.test(verdict) && !isLeftOut(why);
  });
  expect(wrong).toEqual([]);
  expect(reasons.size).toBeGreaterThan(150);
});

describe('a battery and a device', () => {
  it('of lead and acid may be wired in any rows that use all of its units, of lithium not', async () => {
    expect(await misfitsOf({ 'axpert-mks-iii-5kw': 1, 'ritar-dc12-200-pair': 2 })).toEqual([]);
    expect(await misfitsOf({ 'axpert-mks-iii-5kw': 1, 'ritar-dc12-200-pair': 3 })).toHaveLength(1);
    // Eight pairs are 192 V.
    expect(await misfitsOf({ 'goodwe-gw10k-et': 1, 'ritar-dc12-200-pair': 8 })).toEqual([]);
    expect(await misfitsOf({ 'goodwe-gw10k-et': 1, 'pylontech-us5000-4-8kwh': 4 })).toHaveLength(1);
  });

  it('that fits nothing here is named once another fits; while none does, it is the device', async () => {
    const goods = {
      'deye-se-g5-1-pro-5-12kwh': 1,
      'ritar-dc12-200-pair': 1,
      'ja-solar-550w-panel-pack-5': 1,
    };
    expect(await misfitsOf({ ...goods, 'goodwe-gw10k-et': 1 })).toEqual([
      'goodwe-gw10k-et: It takes 180 to 600 V, and the batteries here have 24 V and 51.2 V',
    ]);
    expect(await misfitsOf({ ...goods, 'deye-sun-12k-sg05lp3': 1 })).toEqual([
      'ritar-dc12-200-pair: It has 24 V, and what it would be for here takes 40 to 60 V',
    ]);
  });
});

describe('panels', () => {
  const panels = {
    'ja-solar-550w-panel-pack-5': 2750,
    'jinko-tiger-pro-550w-bifacial-pack-6': 3300,
    'jinko-tiger-neo-440w-pack-8': 3520,
    'longi-hi-mo-x10-660w-pack-6': 3960,
    'longi-hi-mo-6-585w-pack-8': 4680,
    'jinko-tiger-neo-3-495w-pack-10': 4950,
    'trina-vertex-670w-pack-10': 6700,
  };

  // What it takes in watts at most, by hand.
  it.each([
    ['goodwe-gw10k-et', 13_000],
    ['deye-sun-12k-sg05lp3', 19_200],
    ['sungrow-sh5-0rt', 7500],
    ['victron-smartsolar-mppt-100-30', 880],
    ['victron-smartsolar-mppt-100-50', 1400],
    ['victron-smartsolar-mppt-250-85', 4900],
  ])('of more than the input of %s, %d W, are named', async (device, most) => {
    for (const [panel, watts] of Object.entries(panels))
      for (const packs of [1, 2, 3])
        expect([panel, packs, (await misfitsOf({ [device]: 1, [panel]: packs })).length]).toEqual([
          panel,
          packs,
          watts * packs > most ? 1 : 0,
        ]);
  });

  it('are not spoken of beside an inverter that does not say what it takes, nor beside none', async () => {
    for (const device of ['axpert-mks-iii-5kw', 'deye-sun-8k-sg05lp1', 'victron-multiplus-ii-48-5000'])
      expect(await misfitsOf({ [device]: 1, 'trina-vertex-670w-pack-10': 9 })).toEqual([]);
    expect(
      await misfitsOf({ 'goodwe-gw10k-et': 1, 'axpert-mks-iii-5kw': 1, 'trina-vertex-670w-pack-10': 9 }),
    ).toEqual([]);
    expect(await misfitsOf({ 'trina-vertex-670w-pack-10': 9 })).toEqual([]);
  });
});

describe('panels in strings', () => {
  const longi = 'longi-hi-mo-x10-660w-pack-6';
  const axpert = 'axpert-mks-iii-5kw';

  it('that no input takes are named with both values, unless another input might', async () => {
    expect(await misfitsOf({ [longi]: 2, [axpert]: 1 })).toEqual([
      `${longi}: In no strings do its 12 panels of 53.7 to 54.3 V and 15.13 to 15.6 A suit a solar input of 120 to 430 V, up to 450 V, up to 18 A`,
    ]);
    expect(await misfitsOf({ [longi]: 2, [axpert]: 1, 'deye-sun-12k-sg05lp3': 1 })).toEqual([]);
    expect(await misfitsOf({ [longi]: 2, [axpert]: 1, 'must-pv18-5248-pro': 1 })).toEqual([]);
  });

  // What one string, or the strings of each pack, come to by hand: 54.3 V and 15.6 A at most, 660 W.
  it.each([
    ['of too little voltage for the trackers', 'goodwe-gw10k-et', { modules_in_pack: '3' }, 'no'],
    ['of just enough, if no version has less', 'goodwe-gw10k-et', { modules_in_pack: '4' }, 'unknown'],
    ['of enough', 'goodwe-gw10k-et', { modules_in_pack: '5' }, 'yes'],
    ['of too little to start', 'sungrow-sh5-0rt', { modules_in_pack: '3' }, 'no'],
    ['with a current that a tracker may not take', 'sungrow-sh5-0rt', {}, 'unknown'],
    ['of 8, on a cold morning', 'growatt-spf-5000-es', { modules_in_pack: '8' }, 'yes'],
    ['of more short-circuit current', 'victron-smartsolar-mppt-100-50', {}, 'no'],
    ['of 8, which two strings exceed in current', axpert, { modules_in_pack: '8' }, 'unknown'],
    ['without a voltage', axpert, { open_circuit_voltage: 'ask us' }, null],
    ['beside an inverter without a solar input', 'victron-multiplus-ii-48-3000', {}, null],
  ])('%s, for %s', async (_, device, changed, verdict) => {
    const [row] = await rolledBack(sql, async (t) => {
      await t`
        update public.products set specs = (
          select jsonb_agg(jsonb_build_object('key', l ->> 'key', 'value', coalesce(${t.json(changed)}::jsonb ->> (l ->> 'key'), l ->> 'value')))
          from jsonb_array_elements(specs) l)
        where slug = ${longi}`;
      return t<{ said: string | null }[]>`
        select private.strings_fit(a.id, 1, b.id, 1) as said from public.products a, public.products b
        where a.slug = ${longi} and b.slug = ${device}`;
    });
    expect(row?.said).toBe(verdict);
  });
});

describe('panels that do not fit', () => {
  const axpert = 'axpert-mks-iii-5kw';
  const longi = 'longi-hi-mo-x10-660w-pack-6';

  // By hand from the data sheets, with as many packs and devices.
  it.each([
    [
      'are replaced by others of the nearest power that the input takes',
      { 'trina-vertex-670w-pack-10': 2, 'goodwe-gw10k-et': 1 },
      'trina-vertex-670w-pack-10',
      ['longi-hi-mo-6-585w-pack-8', longi, 'jinko-tiger-neo-440w-pack-8'],
    ],
    [
      'in no strings, where the voltage of all others is unknown, have other inverters',
      { [longi]: 2, [axpert]: 1 },
      axpert,
      ['growatt-spf-5000-es', 'deye-sun-12k-sg05lp3', 'goodwe-gw10k-et'],
    ],
    [
      'beside a battery have those that it fits, too',
      { [longi]: 2, [axpert]: 1, 'pylontech-us5000-4-8kwh': 1 },
      axpert,
      ['growatt-spf-5000-es', 'deye-sun-12k-sg05lp3'],
    ],
    [
      'of more power than any pack may have have an inverter that is known to take it',
      { 'ja-solar-550w-panel-pack-5': 5, 'sungrow-sh5-0rt': 1 },
      'sungrow-sh5-0rt',
      ['deye-sun-12k-sg05lp3'],
    ],
    [
      'have no other inverter where further panels would have to suit that',
      { [longi]: 2, [axpert]: 1, 'ja-solar-550w-panel-pack-5': 1 },
      longi,
      [],
    ],
    [
      'have nothing where none is known to fit',
      { 'ja-solar-550w-panel-pack-5': 9, 'goodwe-gw10k-et': 1 },
      'ja-solar-550w-panel-pack-5',
      [],
    ],
    [
      'have nothing where one of two inverters would have to go',
      { [longi]: 2, [axpert]: 1, 'victron-smartsolar-mppt-100-50': 1 },
      longi,
      [],
    ],
  ])('%s', async (_, items, replaced, others) => {
    const { misfits } = await fitOf(items);
    const [{ replaces, replacements } = { replaces: '', replacements: [] }] = misfits;
    const [row] = await sql<{ slug: string }[]>`select slug from public.products where id = ${replaces}`;
    expect([misfits.length, row?.slug, replacements.map(({ slug }) => slug)]).toEqual([1, replaced, others]);
    for (const { slug, stock } of replacements) {
      expect(stock).toBeGreaterThan(0);
      const { [replaced]: quantity, ...rest } = items as Record<string, number>;
      expect(await misfitsOf({ ...rest, [slug]: quantity ?? 0 })).toEqual([]);
    }
  });
});

describe('a charger', () => {
  it('that gives more than the batteries take is said with both values; of an unknown battery nothing', async () => {
    const items = { 'axpert-mks-iii-5kw': 1, 'yiy-lfp48100h-5-12kwh': 1 };
    const { misfits, toSet } = await fitOf(items);
    expect([misfits, toSet]).toEqual([
      [],
      [
        'Axpert MKS III off-grid inverter 5 kW: set its charger, 80 A, to at most 50 A for the batteries here',
      ],
    ]);
    expect((await fitOf({ ...items, 'dyness-b4850-2-4kwh': 1 })).toSet).toEqual([]);
  });
});

describe('other things', () => {
  it('cables go with the instruments that they are made for', async () => {
    const cables = 'abem-lund-cable-set-4x21';
    expect(await misfitsOf({ [cables]: 1, 'abem-terrameter-ls-2-64': 1 })).toEqual([
      `${cables}: It is made for SAS 1000 and SAS 4000 imaging systems`,
    ]);
    for (const instrument of [
      'abem-terrameter-sas-1000',
      'abem-terrameter-sas-4000-lund',
      'iris-syscal-junior',
    ])
      expect(await misfitsOf({ [cables]: 1, [instrument]: 1 })).toEqual([]);
  });

  it('a kit, which has its inverter and battery, is not judged, but counts for the site', async () => {
    const { misfits, site } = await fitOf({ 'home-solar-kit-5kw-growatt': 1, 'ritar-dc12-200-pair': 2 });
    expect(misfits).toEqual([]);
    expect(site).toEqual({ panelWatts: 4400, batteryWattHours: 9600, inverterWatts: 5000 });
  });

  it('a cart of more than sixteen products is not judged: anybody may ask, and each is compared with each', async () => {
    const many = await sql<{ slug: string }[]>`
      select slug from public.products where category = 'batteries' and is_active and created_at < '2026-02-01' order by slug`;
    const others = await sql<{ slug: string }[]>`
      select slug from public.products where category = 'gps' and is_active and created_at < '2026-02-01' order by slug limit 5`;
    const cart = Object.fromEntries([...many, ...others].map(({ slug }) => [slug, 1]));
    expect(Object.keys(cart).length).toBeGreaterThan(16);
    expect(await misfitsOf({ ...cart, 'victron-orion-tr-24-12-10': 1, 'goodwe-gw10k-et': 1 })).toEqual([]);
    expect(await misfitsOf({ 'pylontech-us5000-4-8kwh': 1, 'goodwe-gw10k-et': 1 })).toHaveLength(1);
  });

  it('replacements are in stock, fit, and nearest in price first; what is unknown or not for sale is left out', async () => {
    const { misfits } = await fitOf({ 'goodwe-gw10k-et': 1, 'pylontech-us5000-4-8kwh': 1 });
    const [{ replacements, productId } = { replacements: [], productId: '' }] = misfits;
    expect(replacements.map(({ slug }) => slug)).toEqual([
      'deye-sun-12k-sg05lp3',
      'deye-sun-10k-sg04lp3',
      'victron-multiplus-ii-48-5000',
    ]);
    for (const { slug, stock } of replacements) {
      expect(stock).toBeGreaterThan(0);
      expect(await misfitsOf({ [slug]: 1, 'pylontech-us5000-4-8kwh': 1 })).toEqual([]);
    }
    expect(productId).not.toBe('');
    const archived = await newProduct(sql, { isActive: false });
    expect(await fitOf({ [archived.slug]: 1 })).toEqual({
      misfits: [],
      toSet: [],
      site: { panelWatts: null, batteryWattHours: null, inverterWatts: null },
    });
  });
});
