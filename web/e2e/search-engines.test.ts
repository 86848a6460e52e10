import { expect, test } from 'vitest';
import { openShop } from './journey.ts';
import { productsOnSale } from './shop-states.ts';

test('an unknown URL returns 404 and a page that can be read without scripts', async () => {
  const { page } = await openShop({
    expected: [/status of 404/, /\/assets\/.*\.js failed: csp/],
    context: { javaScriptEnabled: false },
  });
  for (const path of ['/no-such-page', '/product', '/orders/1', '/index.php']) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    expect(await page.getByRole('heading', { level: 1, name: '404 Page Not Found' }).isVisible()).toBe(true);
    expect(await page.getByRole('contentinfo').isVisible()).toBe(true);
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
    expect(await page.locator('link[rel=canonical]').count()).toBe(0);
  }
});

test('a product newer than the build is served, and hidden from search engines until the next build', async () => {
  const { page } = await openShop();
  for (const path of [
    '/product/newer-than-the-build',
    '/category/drones',
    '/category',
    '/account',
    '/search?q=pump',
    '/admin/orders/1',
  ]) {
    const answer = await page.request.get(path);
    expect(answer.status(), path).toBe(200);
    expect(await answer.text()).toMatch(/<meta name="robots" content="noindex"\/?>/);
  }
});

test('the sitemap lists the public pages and exactly the products on sale, with dates; robots.txt links to it', async () => {
  const { page } = await openShop();
  const robots = await (await page.request.get('/robots.txt')).text();
  const [, address = ''] = /^Sitemap: (.+)$/m.exec(robots) ?? [];
  const answer = await page.request.get(new URL(address).pathname);
  expect(answer.headers()['content-type']).toContain('xml');
  const entries = [
    ...(await answer.text()).matchAll(/<loc>(.+?)<\/loc>(?:<lastmod>(\d{4}-\d\d-\d\d)<\/lastmod>)?/g),
  ].map(([, at = '', day]) => ({ path: new URL(at).pathname, day }));
  const products = entries.filter(({ path }) => path.startsWith('/product/'));
  const seeded = (await productsOnSale(page)).filter(({ createdAt }) => createdAt.startsWith('2026-01-05'));
  expect(seeded.length).toBeGreaterThan(80);
  expect(new Set(products.map(({ path }) => path))).toEqual(
    new Set(seeded.map(({ slug }) => `/product/${slug}`)),
  );
  expect(products.filter(({ day }) => day === undefined)).toEqual([]);
  const others = entries.filter(({ path }) => !path.startsWith('/product/')).map(({ path }) => path);
  expect(others).toContain('/category/solar');
  expect(others).not.toContain('/search');
  for (const path of others) expect((await page.request.get(path)).status(), path).toBe(200);
});

test('search results and filtered categories are not indexed, the category itself is', async () => {
  const { page } = await openShop();
  const robots = page.locator('meta[name=robots]');
  for (const path of ['/search?q=pump', '/category/batteries?inStock=yes', '/category/batteries?sort=name']) {
    await page.goto(path);
    await page.getByRole('article').first().waitFor();
    expect(await robots.getAttribute('content'), path).toBe('noindex');
    expect(await page.locator('link[rel=canonical]').count(), path).toBe(0);
    expect(await page.locator('title').count(), path).toBe(1);
  }
  await page.goto('/category/batteries');
  await page.getByRole('article').first().waitFor();
  expect(await robots.count()).toBe(0);
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toMatch(/\/category\/batteries$/);
});

test('the home page has the structured data of the shop and its search', async () => {
  const { page } = await openShop();
  await page.goto('/');
  const text = await page.locator('script[type="application/ld+json"]').textContent();
  const types = (JSON.parse(text ?? '') as { '@type': string }[]).map((thing) => thing['@type']);
  expect(types).toEqual(['Organization', 'WebSite']);
  for (const property of ['og:title', 'og:description', 'og:url', 'og:site_name'])
    expect(await page.locator(`meta[property="${property}"]`).getAttribute('content')).toBeTruthy();
});

test('link previews of products without a picture show a drawing, as a PNG that exists', async () => {
  const { page } = await openShop();
  const [product] = await productsOnSale(page, 'instruments');
  for (const path of ['/', '/returns', '/category/solar', `/product/${product?.slug}`]) {
    const html = await (await page.request.get(path)).text();
    const [, address = ''] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? [];
    const picture = await page.request.get(new URL(address).pathname);
    expect([path, picture.status(), picture.headers()['content-type']]).toEqual([path, 200, 'image/png']);
  }
});
