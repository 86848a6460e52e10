import { expect, it } from 'vitest';
import type { DataSheet } from '../../functions/_shared/contract/fit.ts';
import { valuesMissing } from '../../functions/_shared/fit/jobs.ts';
import { amountsOf } from '../../functions/_shared/fit/sheet.ts';
import { answerTo } from '../payment-scene.ts';
import { rolledBack } from '../rolled-back.ts';
import { newProduct, shop } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

// What fits is judged in TypeScript: supabase/functions/_shared/fit/fit.test.ts. Here stands what Postgres does for it.
const sql = openTestDatabase();

const sheetsOf = (ids: string[] | null) =>
  answerTo<DataSheet[]>(sql, shop, 'public.fit_sheets($1::uuid[])', ids);

it('the data sheets of what is on sale are read, of the categories in which things fit each other', async () => {
  const sheets = await sheetsOf(null);
  expect(new Set(sheets.map(({ category }) => category))).toEqual(
    new Set(['solar', 'batteries', 'invertors', 'converters', 'instruments']),
  );
  const [sold, archived, gps] = [
    await newProduct(sql, { stock: 1 }),
    await newProduct(sql, { isActive: false }),
    sheets.find(({ slug }) => slug === 'goodwe-gw10k-et'),
  ];
  const named = await sheetsOf([sold.id, archived.id, gps?.id ?? '']);
  expect(named.map(({ id }) => id).toSorted()).toEqual([sold.id, gps?.id].toSorted());
  expect(gps?.specs).toContainEqual({
    key: 'maximum_battery_current',
    value: '25 A',
    source: expect.stringContaining('GoodWe sheet') as string,
  });
});

it('a value that has not changed keeps its source, whoever edits the sheet without seeing it', async () => {
  const specs = [
    { key: 'energy', value: '5 kWh', source: 'https://example.com/sheet', isSecondHand: true },
    { key: 'capacity', value: '100 Ah', source: 'https://example.com/sheet' },
  ];
  const { id } = await newProduct(sql, { stock: 1 });
  const stored = await rolledBack(sql, async (t) => {
    await t`update public.products set category = 'batteries', specs = ${t.json(specs)} where id = ${id}`;
    const typed = [
      { label: 'Energy', value: '5 kWh' },
      { label: 'Capacity', value: '90 Ah' },
    ];
    await t`update public.products set specs = ${t.json(typed)} where id = ${id}`;
    const [row] = await t<{ specs: object[] }[]>`select specs from public.products where id = ${id}`;
    return row?.specs;
  });
  expect(stored).toEqual([specs[0], { key: 'capacity', value: '90 Ah' }]);
});

it('a value is read here as Postgres reads it', async () => {
  const figures = await sql<{ slug: string; key: string; unit: string | null; low: number; high: number }[]>`
    select p.slug, f.key, a.unit, f.low::float8, f.high::float8
    from private.product_figures f
    join public.products p on p.id = f.product_id and p.created_at < '2026-02-01'
    join public.attributes a on a.key = f.key
    where not f.is_worked_out and f.place = 1 and a.kind = 'number' and a.unit in ('W', 'kW', 'kWp', 'V', 'A', 'VA', 'kWh', '%/°C')`;
  expect(figures.length).toBeGreaterThan(200);
  const sheets = new Map((await sheetsOf(null)).map((sheet) => [sheet.slug, sheet]));
  const base = (unit: string | null) => (unit?.startsWith('k') ? 1000 : 1);
  const wrong = figures.filter(({ slug, key, unit, low, high }) => {
    const sheet = sheets.get(slug);
    if (!sheet) return false;
    const [read] = amountsOf(sheet, key);
    const isNear = (one: number | undefined, other: number) =>
      Math.abs((one ?? Infinity) - other * base(unit)) < 0.001;
    return !isNear(read?.low, low) || !isNear(read?.high, high);
  });
  expect(wrong).toEqual([]);
});

it('"Values missing" has whatever a rule wants', async () => {
  const rows = await sql<{ slug: string; missing: string[] }[]>`
    select p.slug, array(
      select a.key from private.values_missing(
        p.category, p.specs, array(select f.key from private.product_figures f where f.product_id = p.id)
      ) a
    ) as missing
    from public.products p where p.created_at < '2026-02-01'`;
  const listed = new Map(rows.map(({ slug, missing }) => [slug, missing]));
  const wanted = (await sheetsOf(null)).flatMap((sheet) =>
    listed.has(sheet.slug) ? valuesMissing(sheet).map((key) => [sheet.slug, key] as const) : [],
  );
  expect(wanted.length).toBeGreaterThan(30);
  expect(wanted.filter(([slug, key]) => !listed.get(slug)?.includes(key))).toEqual([]);
  // What has its values has none of them.
  expect(listed.get('deye-sun-5k-sg03lp1')).toEqual([]);
});
