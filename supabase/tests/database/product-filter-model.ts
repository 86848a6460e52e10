import type {
  ProductFacets,
  ProductFilter,
  ProductSort,
} from '../../functions/_shared/contract/product-filter.ts';
import { newProduct, place, type Sql, type Transaction } from '../shop-cast.ts';

/** A product as the model of the shop's lists knows it. */
export type ModelProduct = {
  id: string;
  name: string;
  category: string;
  brand: string | null;
  price: number;
  rating: number;
  /** Pieces that can be ordered now. */
  available: number;
  /** Place in the order of the catalogue. */
  place: number;
  /** Of the catalogue that every stack begins with. */
  isSeeded: boolean;
  figures: { key: string; place: number; low: number; high: number }[];
  /** Lines of the data sheet whose attribute is a text. */
  texts: { key: string; value: string }[];
};

/** Products as no catalogue has them: all pieces of one are being paid for, one piece of another; one is sold out, one archived. */
export async function newPeculiarProducts(sql: Sql): Promise<void> {
  const held = await newProduct(sql, { name: 'Held', stock: 1, price: 900 });
  await place(sql, [{ productId: held.id, quantity: 1, price: 900 }]);
  const partly = await newProduct(sql, { name: 'Partly held', stock: 3, price: 900 });
  await place(sql, [{ productId: partly.id, quantity: 1, price: 900 }]);
  await newProduct(sql, { name: 'Sold out', stock: 0, price: 900 });
  await newProduct(sql, { name: 'Archived', isActive: false });
  await sql`update public.products set category = 'batteries' where id = ${held.id}`;
}

/** Everything on sale at this moment, in the order of the catalogue. */
export const modelProducts = (sql: Sql | Transaction) => sql<ModelProduct[]>`
  select p.id, p.name, p.category, p.brand, p.price, p.rating::float as rating, greatest(p.stock - private.held_quantity(p.id), 0) as available,
    row_number() over (order by p.created_at, p.id)::integer as place,
    p.created_at::date = '2026-01-05' as "isSeeded",
    coalesce((select jsonb_agg(jsonb_build_object('key', f.key, 'place', f.place, 'low', f.low, 'high', f.high) order by f.key, f.place)
      from private.product_figures f where f.product_id = p.id), '[]') as figures,
    coalesce((select jsonb_agg(jsonb_build_object('key', a.key, 'value', l ->> 'value') order by a.key, l ->> 'value')
      from jsonb_array_elements(p.specs) l join public.attributes a on a.key = l ->> 'key'
      where a.kind = 'text' and p.category = any (a.categories)), '[]') as texts
  from public.products p where p.is_active order by p.created_at, p.id`;

/** A text as it stands in addresses. */
export const slugOf = (value: string) =>
  value
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** What a filter offers of a text: what stands behind a comma says more of the same value. */
const chosenBy = (value: string) => slugOf(value.split(',')[0] ?? '');

const names = new Intl.Collator('en', { numeric: true });

/** What a list must contain, in its order: every product is asked, one by one. */
export function expectedList(
  products: readonly ModelProduct[],
  filter: ProductFilter,
  sort: ProductSort,
): string[] {
  const direction = sort === 'rating' ? -1 : 1;
  const isComparedBy = sort.startsWith('price_per_');
  const figureOf = ({ figures }: ModelProduct) =>
    figures.find(({ key, place }) => key === sort && place === 1)?.low;
  const order = (a: ModelProduct, b: ModelProduct): number => {
    if (sort === 'name') return names.compare(a.name.toLowerCase(), b.name.toLowerCase());
    if (sort === 'price') return a.price - b.price;
    if (sort === 'rating') return a.rating - b.rating;
    if (!isComparedBy) return a.place - b.place;
    const [one, other] = [figureOf(a), figureOf(b)];
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined) || a.price - b.price;
    return one - other;
  };
  return products
    .filter((product) => matches(product, filter))
    .sort(
      (a, b) =>
        (isComparedBy ? Number(a.available === 0) - Number(b.available === 0) : 0) ||
        direction * (order(a, b) || (a.id < b.id ? -1 : 1)),
    )
    .map(({ id }) => id);
}

/** What the facets must say about brands, prices, stock and figures. */
export function expectedFacets(products: readonly ModelProduct[], filter: ProductFilter) {
  const left = (without: (keyof ProductFilter)[]) => {
    const rest = Object.fromEntries(
      Object.entries(filter).filter(([part]) => !without.includes(part as keyof ProductFilter)),
    ) as ProductFilter;
    return products.filter((product) => matches(product, rest));
  };
  const prices = left(['minPrice', 'maxPrice']).map(({ price }) => price);
  const brands = new Map<string, number>();
  for (const { brand } of left(['brands'])) if (brand) brands.set(brand, (brands.get(brand) ?? 0) + 1);
  return {
    total: left([]).length,
    inStock: left(['inStock']).filter(({ available }) => available > 0).length,
    price:
      prices.length > 0 ? { low: Math.min(...prices), high: Math.max(...prices) } : { low: null, high: null },
    brands: Object.fromEntries(brands),
  };
}

/** Every count of a figure that is not what choosing it would leave. */
export function wrongFigureCounts(
  products: readonly ModelProduct[],
  filter: ProductFilter,
  { specs }: ProductFacets,
) {
  return specs.flatMap(({ key, options }) =>
    options
      .filter(({ low, high, count }) => {
        const chosen = { ...filter, specs: { ...filter.specs, [key]: [low, high] } } as ProductFilter;
        return products.filter((product) => matches(product, chosen)).length !== count;
      })
      .map((option) => ({ key, ...option })),
  );
}

/** Every count of a text that is not what choosing it would leave, and every text that is offered and should not be. */
export function wrongTextCounts(
  products: readonly ModelProduct[],
  filter: ProductFilter,
  { texts }: ProductFacets,
) {
  return texts.flatMap(({ key, options }) => {
    const left = products.filter((product) =>
      matches(product, {
        ...filter,
        texts: Object.fromEntries(Object.entries(filter.texts ?? {}).filter(([one]) => one !== key)),
      }),
    );
    const slugs = left.flatMap((product) =>
      product.texts
        .filter((one) => one.key === key && one.value.length <= 40 && /[a-z]/i.test(one.value))
        .map(({ value }) => chosenBy(value)),
    );
    const different = new Set(slugs).size;
    const isOffered =
      key in (filter.texts ?? {}) || (different >= 2 && different <= 12 && slugs.length > different);
    return [
      ...(isOffered && different === options.length ? [] : [{ key, different }]),
      ...options.filter(({ slug, count }) => slugs.filter((one) => one === slug).length !== count),
    ];
  });
}

function matches(product: ModelProduct, filter: ProductFilter): boolean {
  const { category, brands, minPrice = 0, maxPrice = Infinity, inStock, specs = {}, texts = {} } = filter;
  return (
    (category === undefined || product.category === category) &&
    (!brands || (product.brand !== null && brands.includes(product.brand))) &&
    product.price >= minPrice &&
    product.price <= maxPrice &&
    (!inStock || product.available > 0) &&
    Object.entries(specs).every(([key, [low, high]]) =>
      product.figures.some(
        (figure) =>
          figure.key === key && figure.high >= (low ?? -Infinity) && figure.low <= (high ?? Infinity),
      ),
    ) &&
    Object.entries(texts).every(([key, slugs]) =>
      product.texts.some((text) => text.key === key && slugs.includes(chosenBy(text.value))),
    )
  );
}
