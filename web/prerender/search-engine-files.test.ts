import { expect, test } from 'vitest';
import { robotsFile, sitemap } from './search-engine-files.ts';

const site = 'https://shop.example';
const product = (slug: string, category: string, day: string) => ({
  slug,
  category,
  updatedAt: `${day}T09:00:00.000Z`,
});

test('the sitemap has the public URLs and the products, with the day of the last change', () => {
  const products = [
    product('a', 'solar', '2026-11-02'),
    product('b', 'solar', '2026-11-20'),
    product('c', 'gps', '2026-10-01'),
  ];
  const text = sitemap(site, ['/', '/category/solar', '/category/gps', '/returns'], products);
  const entries = [...text.matchAll(/<loc>(.+?)<\/loc>(?:<lastmod>(.+?)<\/lastmod>)?/g)];
  expect(entries.map(([, address, day]) => [address?.slice(site.length), day])).toEqual([
    ['/', '2026-11-20'],
    ['/category/solar', '2026-11-20'],
    ['/category/gps', '2026-10-01'],
    ['/returns', undefined],
    ['/product/a', '2026-11-02'],
    ['/product/b', '2026-11-20'],
    ['/product/c', '2026-10-01'],
  ]);
});

test('a sitemap that is too large for search engines is not written', () => {
  const many = Array.from({ length: 50_000 }, (_, n) => product(`p${n}`, 'gps', '2026-11-20'));
  expect(sitemap(site, [], many)).toContain('/product/p49999');
  expect(() => sitemap(site, ['/'], many)).toThrow(/50000/);
});

test('crawlers are disallowed from private pages, and find the sitemap', () => {
  const lines = robotsFile(site).split('\n');
  expect(lines[0]).toBe('User-agent: *');
  expect(lines).toContain('Disallow: /o/');
  expect(lines).toContain('Sitemap: https://shop.example/sitemap.xml');
  // A page has its own noindex, and needs its products to be rendered.
  for (const open of ['/search', '/api/products'])
    expect(lines.some((line) => line.startsWith('Disallow: ') && open.startsWith(line.slice(10)))).toBe(
      false,
    );
});
