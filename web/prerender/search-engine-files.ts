import type { Product } from '../../supabase/functions/_shared/contract/products.ts';

/** The limit of URLs in a sitemap (https://www.sitemaps.org/protocol.html). */
const maxAddresses = 50_000;

type Dated = Pick<Product, 'slug' | 'category' | 'updatedAt'>;

/**
 * The sitemap: the public URLs and every product on sale. A product has the day of its last change, categories and
 * the home page that of their products.
 * @throws Error above 50,000 URLs: that many need several files
 */
export function sitemap(origin: string, addresses: readonly string[], products: readonly Dated[]): string {
  if (addresses.length + products.length > maxAddresses)
    throw new Error(`A sitemap has ${maxAddresses} addresses at most.`);
  const latest = new Map<string, string>();
  for (const { category, updatedAt } of products) {
    for (const page of ['/', `/category/${category}`])
      if (updatedAt > (latest.get(page) ?? '')) latest.set(page, updatedAt);
  }
  const lines = [
    ...addresses.map((path) => [path, latest.get(path)] as const),
    ...products.map(({ slug, updatedAt }) => [`/product/${slug}`, updatedAt] as const),
  ].map(([path, changed]) => {
    const day = changed ? `<lastmod>${changed.slice(0, 10)}</lastmod>` : '';
    return `  <url><loc>${origin}${path}</loc>${day}</url>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('')}</urlset>\n`;
}

/**
 * The robots.txt. Crawlers may use the API as far as pages need it to be rendered; pages that must not be listed have
 * a noindex, which a crawler must be allowed to read.
 */
export function robotsFile(origin: string): string {
  const closed = [
    '/admin',
    '/api/auth/',
    '/api/admin/',
    '/api/orders',
    '/order-confirmation/',
    '/quotation',
    '/o/',
  ];
  return [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}
