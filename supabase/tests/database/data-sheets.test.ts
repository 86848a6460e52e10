import { describe, expect, it } from 'vitest';
import { as, guest, newPerson, newProduct } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();

type Figure = {
  place: number;
  low: string | null;
  high: string | null;
  written: string;
  note: string | null;
};

const read = async (kind: string, unit: string | null, value: string) =>
  (await sql<Figure[]>`select * from private.read_value(${kind}, ${unit}, ${value})`).map((row) => [
    row.low === null ? null : Number(row.low),
    row.high === null ? null : Number(row.high),
    row.written,
    row.note,
  ]);

const figuresOf = async (slug: string) =>
  Object.fromEntries(
    (
      await sql<{ key: string; low: string; is_worked_out: boolean }[]>`
        select f.key, f.low, f.is_worked_out from private.product_figures f join public.products p on p.id = f.product_id
        where p.slug = ${slug} and f.place = 1`
    ).map(({ key, low, is_worked_out }) => [key, is_worked_out ? `${Number(low)} worked out` : Number(low)]),
  );

const keyValuesOf = async (slug: string) =>
  (await sql<{ key_values: string[] }[]>`select key_values from public.products where slug = ${slug}`)[0]
    ?.key_values;

/** A product of a category with this data sheet. */
async function productWith(category: string, sheet: Record<string, string>, price = 1000) {
  const { id, slug } = await newProduct(sql, { price });
  const specs = Object.entries(sheet).map(([label, value]) => ({ label, value }));
  await sql`update public.products set category = ${category}, specs = ${sql.json(specs)}, is_active = false where id = ${id}`;
  return slug;
}

describe('a written value', () => {
  it.each([
    ['number', 'kWh', '5.12 kWh', [[5.12, 5.12, '5.12 kWh', null]]],
    ['number', 'kWh', '1024 Wh', [[1.024, 1.024, '1024 Wh', null]]],
    ['number', 'V', '40 to 60 V', [[40, 60, '40 to 60 V', null]]],
    ['number', 'A', '1 to 1000 mA', [[0.001, 1, '1 to 1000 mA', null]]],
    ['number', '°C', '-20 to 60 °C', [[-20, 60, '-20 to 60 °C', null]]],
    ['number', 'V', '120 - 430 V', [[120, 430, '120 - 430 V', null]]],
    ['number', 'V', '120–430 V DC', [[120, 430, '120–430 V', 'DC']]],
    ['number', '°C', '-20 - 60 °C', [[-20, 60, '-20 - 60 °C', null]]],
    ['number', '°C', '-20 – -5 °C', [[-20, -5, '-20 – -5 °C', null]]],
    ['number', '°C', '-20 °C', [[-20, -20, '-20 °C', null]]],
    ['number', '%/°C', '-0.26 %/°C', [[-0.26, -0.26, '-0.26 %/°C', null]]],
    ['number', 'h', 'up to 36 h, rechargeable', [[36, 36, 'up to 36 h', 'rechargeable']]],
    ['number', 'h', '24 hours', [[24, 24, '24 hours', null]]],
    ['number', '"', '5"', [[5, 5, '5"', null]]],
    ['number', 'V', '12 V nominal', [[12, 12, '12 V', 'nominal']]],
    ['number', null, 'over 1,000,000 data points', [[1e6, 1e6, 'over 1,000,000', 'data points']]],
    ['number', null, '4, galvanically separated', [[4, 4, '4', 'galvanically separated']]],
    ['number', null, '6000 at 80 % depth of discharge', [[6000, 6000, '6000', 'at 80 % depth of discharge']]],
    ['number', 'A', '27 A (13.5 A per tracker)', [[27, 27, '27 A', '13.5 A per tracker']]],
    ['yes or no', null, 'Yes, built in', [[1, 1, 'Yes', 'built in']]],
    ['yes or no', null, 'No', [[0, 0, 'No', null]]],
    ['text', null, 'LiFePO4', [[null, null, 'LiFePO4', null]]],
  ])('%s in %s: "%s"', async (kind, unit, value, figures) => {
    expect(await read(kind, unit, value)).toEqual(figures);
  });

  it('can be one of two figures, or three sides', async () => {
    expect((await read('number', 'V', '12 or 24 V, automatic')).map(([low]) => low)).toEqual([12, 24]);
    expect((await read('size', 'mm', '140 x 295 x 468 mm')).map(([low]) => low)).toEqual([140, 295, 468]);
  });

  it.each([
    ['number', 'kWh', 'about five'],
    ['number', 'kWh', '5.12'],
    ['number', 'kWh', '100 Ah'],
    ['number', 'V', '60 to 40 V'],
    ['number', 'V', '60-40 V'],
    ['number', 'V', '12 -'],
    ['number', 'W', '550 Wx'],
    ['number', null, '5x'],
    ['size', 'mm', '140 mm'],
    ['yes or no', null, 'Perhaps'],
  ])('%s in %s: "%s" is no figure, and none is guessed', async (kind, unit, value) => {
    expect(await read(kind, unit, value)).toEqual([]);
  });
});

describe('the catalogue', () => {
  it('has every line of every data sheet in the vocabulary, read as its kind', async () => {
    const unread = await sql`
      select p.slug, l as line
      from public.products p cross join jsonb_array_elements(p.specs) l
      where p.is_active and p.category <> 'fridges' and p.created_at < '2026-02-01'
        and not exists (select 1 from private.read_specs(p.specs, p.category) s where s.key = l ->> 'key')`;
    expect(unread).toEqual([]);
  });

  it('shows a bank of batteries at the voltage of the bank', async () => {
    expect(await keyValuesOf('chloride-exide-solar-200ah-set-4')).toEqual(['9.6 kWh', '48 V', '200 Ah']);
    expect(await keyValuesOf('ritar-dc12-200-pair')).toEqual(['4.8 kWh', '24 V', '200 Ah']);
  });

  it('shows what each kind of product is compared by', async () => {
    expect(await keyValuesOf('abem-terrameter-sas-4000-lund')).toEqual([
      '4 channels',
      '84 take-outs',
      '4 cables',
    ]);
    expect(await keyValuesOf('ja-solar-550w-panel-pack-5')).toEqual(['550 W', '5 panels', '21.3 %']);
    expect(await keyValuesOf('home-solar-kit-5kw-growatt')).toEqual(['5 kW inverter', '550 W', '8 panels']);
    expect(await keyValuesOf('ecoflow-delta-2-solar-generator')).toEqual([
      '1024 Wh',
      '1800 W AC',
      '500 W solar',
    ]);
    expect(await keyValuesOf('deye-sun-10k-sg04lp3')).toEqual(['10 kW', '3-phase', '40 to 60 V battery']);
    expect(await keyValuesOf('victron-orion-tr-24-12-10')).toEqual(['120 W', '24 V in', '12 V out']);
    expect(await keyValuesOf('pqwt-tc300')).toEqual(['300 m deep', '7 in screen', '1 to 2 people']);
    expect(await keyValuesOf('garmin-gpsmap-66sr')).toEqual([
      'battery up to 36 h',
      '3.0 in screen',
      'Multi-band, multi-GNSS',
    ]);
  });

  it('derives values and marks them; the maker’s values are kept', async () => {
    expect(await figuresOf('pylontech-us3000c-3-5kwh')).toMatchObject({
      energy: 3.55,
      capacity: '74 worked out',
      price_per_kwh: '55775 worked out',
      price_per_ah: '2676 worked out',
    });
    expect(await figuresOf('ja-solar-550w-panel-pack-5')).toMatchObject({
      array_power: 2.75,
      price_per_watt: '30.9 worked out',
    });
    expect(await figuresOf('abem-terrameter-sas-4000-lund')).toMatchObject({
      total_takeouts: '84 worked out',
    });
    // A kit's price pays for more than its panels, and a reading in VA is not one in W.
    expect(await figuresOf('home-solar-kit-5kw-growatt')).not.toHaveProperty('price_per_watt');
    expect(await figuresOf('victron-multiplus-ii-48-3000')).not.toHaveProperty('price_per_watt');
  });
});

describe('the figures of a product', () => {
  it('follow its data sheet, its price and its category', async () => {
    const slug = await productWith(
      'batteries',
      { Energy: '2 kWh', 'Nominal voltage': '50 V', Colour: 'red' },
      90_000,
    );
    expect(await keyValuesOf(slug)).toEqual(['2 kWh', '50 V', '40 Ah']);
    expect(await figuresOf(slug)).toEqual({
      energy: 2,
      nominal_voltage: 50,
      capacity: '40 worked out',
      price_per_kwh: '45000 worked out',
      price_per_ah: '2250 worked out',
    });
    await sql`update public.products set price = 100000 where slug = ${slug}`;
    expect(await figuresOf(slug)).toMatchObject({ price_per_kwh: '50000 worked out' });
    await sql`update public.products set category = 'gps' where slug = ${slug}`;
    expect(await figuresOf(slug)).toEqual({});
    expect(await keyValuesOf(slug)).toEqual([]);
  });

  it('are beside a price per kWh while it is sold, and never after', async () => {
    const slug = await productWith('batteries', { Energy: '5 kWh' });
    const compared = async () => {
      const [row] = await sql<{ names: string }[]>`
        select private.product_sheet(p)::text as names from public.products p where slug = ${slug}`;
      return row?.names.includes('price_per_kwh');
    };
    expect(await compared()).toBe(false);
    await sql`update public.products set is_active = true where slug = ${slug}`;
    expect(await compared()).toBe(true);
    await sql`update public.products set is_active = false where slug = ${slug}`;
  });

  it('are in groups on its data sheet, with the lines of the owner’s own below', async () => {
    const slug = await productWith('batteries', {
      Colour: 'red',
      'Cycle life': '6000 at 80 % depth of discharge',
      Energy: 'plenty',
    });
    const [row] =
      await sql`select private.product_sheet(p) as sheet from public.products p where slug = ${slug}`;
    const line = { note: null, workedOutFrom: null };
    expect(row?.sheet).toEqual([
      {
        name: 'Performance',
        lines: [
          {
            ...line,
            key: 'cycle_life',
            label: 'Cycle life',
            value: '6000',
            note: 'at 80 % depth of discharge',
          },
        ],
      },
      {
        name: 'More',
        lines: [
          { ...line, key: null, label: 'Colour', value: 'red' },
          { ...line, key: null, label: 'Energy', value: 'plenty' },
        ],
      },
    ]);
  });

  it('are previewed before a data sheet is saved', async () => {
    const admin = await newPerson(sql, 'Owner', 'admin');
    const review = (specs: unknown) =>
      as(
        sql,
        admin,
        (t) => t`select public.review_data_sheet('batteries', ${t.json(specs as never)}) as review`,
      );
    const [row] = await review([
      { label: 'Energy', value: '4.8 kWh' },
      { label: 'Capacity', value: 'enough' },
    ]);
    expect(row?.review).toEqual({
      keyValues: ['4.8 kWh'],
      unread: [{ label: 'Capacity', kind: 'number', unit: 'Ah' }],
      missing: [
        { label: 'Nominal voltage', kind: 'number', unit: 'V' },
        { label: 'Chemistry', kind: 'text', unit: null },
        { label: 'Discharge current', kind: 'number', unit: 'A' },
        { label: 'Rated charge current', kind: 'number', unit: 'A' },
      ],
    });
    await expect(review('no sheet')).rejects.toMatchObject({ code: 'PT400' });
  });

  it('keep their lines, figures and filters when a label of the vocabulary is renamed', async () => {
    const { id } = await newProduct(sql, { name: 'Renamed label' });
    const sheet = [
      { label: 'Energy', value: '4.8 kWh' },
      { label: 'Colour', value: 'red' },
    ];
    await sql`update public.products set category = 'batteries', specs = ${sql.json(sheet)} where id = ${id}`;
    const change = sql.begin(async (t) => {
      await t`update public.attributes set label = 'Usable energy' where key = 'energy'`;
      await t`update public.products set price = price + 1 where id = ${id}`;
      const [product] = await t`
        select s.product -> 'specs' as specs, p.key_values, p.specs as stored, (select count(*)::int from private.product_figures f
          where f.product_id = p.id and f.key = 'energy') as figures
        from public.products p join private.shown_products s on s.id = p.id where p.id = ${id}`;
      expect(product).toEqual({
        specs: [
          { label: 'Usable energy', value: '4.8 kWh' },
          { label: 'Colour', value: 'red' },
        ],
        key_values: ['4.8 kWh'],
        stored: [
          { key: 'energy', value: '4.8 kWh' },
          { label: 'Colour', value: 'red' },
        ],
        figures: 1,
      });
      throw new Error('roll back');
    });
    await expect(change).rejects.toThrow('roll back');
  });

  it('are written by nobody but the shop', async () => {
    const admin = await newPerson(sql, 'Owner', 'admin');
    for (const statement of [
      `update public.attributes set label = 'x' where true`,
      `insert into private.product_figures values (gen_random_uuid(), 'energy', 1, 1, 1)`,
      `update public.products set key_values = '{}' where true`,
    ])
      for (const who of [guest, admin])
        await expect(as(sql, who, (t) => t.unsafe(statement))).rejects.toMatchObject({ code: '42501' });
    const seen = await as(
      sql,
      admin,
      (t) => t`select label, unit from public.attributes where key = 'energy'`,
    );
    expect(seen).toEqual([{ label: 'Energy', unit: 'kWh' }]);
  });
});

it('what follows a comma is the same value to a filter, and a list shows what the shop worked out', async () => {
  const chemistryOf = (slug: string) =>
    sql<{ slug: string }[]>`
      select x.slug from private.product_texts x join public.products p on p.id = x.product_id
      where p.slug = ${slug} and x.key = 'chemistry'`;
  expect([...(await chemistryOf('ritar-ra12-65-set-8'))]).toEqual([{ slug: 'lead-acid' }]);
  expect([...(await chemistryOf('ritar-dc12-200-pair'))]).toEqual([{ slug: 'lead-acid' }]);
  const [row] = await sql<{ specs: { label: string; value: string }[] }[]>`
    select s.product -> 'specs' as specs from private.shown_products s
    where s.product ->> 'slug' = 'ritar-ra12-65-set-8'`;
  const lines = row?.specs ?? [];
  expect(lines.filter(({ label }) => label === 'Capacity')).toEqual([{ label: 'Capacity', value: '130 Ah' }]);
  expect(lines.filter(({ label }) => label.startsWith('Price per'))).toEqual([]);
});
