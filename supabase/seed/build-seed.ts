import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

/**
 * Writes `products.sql` from `catalogue.csv` and `data-sheets.csv`, which has values with their source; `--check` only compares
 * and fails when the file is stale.
 * The embedded stack applies the file, a deployment never does: prices and stock in it are demo values.
 */
const folder = new URL('./', import.meta.url);
const target = new URL('products.sql', folder);

type CatalogueRow = {
  slug: string;
  name: string;
  category: string;
  description: string;
  price_kes: string;
  stock: string;
  rating: string;
  brand: string;
  model: string;
  /** `{<key of public.attributes>: <text>}` */
  specs_json: string;
  warranty_years: string;
  weight_kg: string;
  keywords: string;
};

/** A value that stands in another's place in the catalogue, or beside its values. Where sources differ, it is the careful one. */
type SourcedValue = { slug: string; key: string; value: string; source: string; from_the_maker: 'yes' | '' };

type SeedProduct = CatalogueRow & {
  id: string;
  specs: { key: string; value: string; source?: string; isSecondHand?: true }[];
};

const rowsOf = <Row>(file: string): Row[] =>
  parse<Row>(readFileSync(new URL(file, folder), 'utf8'), { columns: true, skip_empty_lines: true });

/** The products of the catalogue with their data sheets as they are stored. */
export function seedProducts(): SeedProduct[] {
  const sourced = rowsOf<SourcedValue>('data-sheets.csv');
  return rowsOf<CatalogueRow>('catalogue.csv').map((row) => {
    const own = new Map(Object.entries(JSON.parse(row.specs_json) as Record<string, string>));
    const specs: SeedProduct['specs'] = [...own].map(([key, value]) => ({ key, value }));
    for (const { key, value, source, from_the_maker } of sourced.filter(({ slug }) => slug === row.slug)) {
      const line = {
        key,
        value,
        source,
        ...(from_the_maker === 'yes' ? {} : { isSecondHand: true as const }),
      };
      const place = specs.findIndex((one) => one.key === key);
      specs.splice(place === -1 ? specs.length : place, 1, line);
    }
    return { ...row, id: idFromSlug(row.slug), specs };
  });
}

function buildSeed(): string {
  const values = categoriesInTurn(seedProducts()).map((row, place) => productValues(row, place));
  return [
    '-- Generated from catalogue.csv and data-sheets.csv by `npx tsx supabase/seed/build-seed.ts`; do not edit.',
    'insert into public.products (id, slug, name, category, description, price, stock, rating, brand, model, specs, warranty_years, weight_grams, keywords, created_at)',
    'values',
    values.join(',\n'),
    'on conflict (slug) do nothing;',
    '',
  ].join('\n');
}

/** One of each category in turn, so that the first products of the shop (the featured ones) show all it sells. */
function categoriesInTurn(rows: SeedProduct[]): SeedProduct[] {
  const categories = new Map<string, SeedProduct[]>();
  for (const row of rows) categories.set(row.category, [...(categories.get(row.category) ?? []), row]);
  const order = ['instruments', 'solar', 'pqwt', 'gps', 'batteries', 'invertors', 'converters'];
  const longest = Math.max(...[...categories.values()].map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) =>
    order.flatMap((category) => categories.get(category)?.[i] ?? []),
  ).flat();
}

function productValues(row: SeedProduct, place: number): string {
  const columns = [
    text(row.id),
    text(row.slug),
    text(row.name),
    text(row.category),
    text(row.description),
    whole(row.price_kes),
    whole(row.stock),
    String(Number(row.rating)),
    text(row.brand),
    text(row.model),
    `${text(JSON.stringify(row.specs))}::jsonb`,
    whole(row.warranty_years),
    String(Math.round(Number(row.weight_kg) * 1000)),
    text(row.keywords),
    `timestamptz '2026-01-05 06:00:00+00' + interval '${place} minutes'`,
  ];
  return `  (${columns.join(', ')})`;
}

/** The same id on every machine, so that a link to a demo product stays good. */
function idFromSlug(slug: string): string {
  const hex = createHash('sha256').update(`instruments-and-current:${slug}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function text(value: string): string {
  return value === '' ? 'null' : `'${value.replaceAll("'", "''")}'`;
}

function whole(value: string): string {
  if (!/^\d+$/.test(value)) throw new Error(`catalogue.csv: "${value}" is not a whole number.`);
  return value;
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const seed = buildSeed();
  if (process.argv.includes('--check')) {
    if (readFileSync(target, 'utf8') !== seed) {
      console.error('supabase/seed/products.sql is stale: run `npx tsx supabase/seed/build-seed.ts`.');
      process.exit(1);
    }
  } else {
    writeFileSync(target, seed);
  }
}
