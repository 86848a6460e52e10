import { describe, expect, it } from 'vitest';
import type { ProductFacets } from '../../functions/_shared/contract/product-filter.ts';
import { type Product, type ProductPage, shopCategories } from '../../functions/_shared/contract/products.ts';
import { Visitor } from '../api-visitor.ts';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import { newProduct, place } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';

const sql = openTestDatabase();
const visitor = new Visitor();

/** The seed dates its products; those of other tests are newer. */
const isOfSeed = ({ createdAt }: Product) => createdAt.startsWith('2026-01-05');

describe('the catalogue', () => {
  it('lists the 83 products of the seed in camelCase, rating as a numeric string', async () => {
    const { status, body } = await visitor.get<Product[]>('/api/products');
    expect(status).toBe(200);
    const seeded = body.filter(isOfSeed);
    expect(seeded).toHaveLength(83);
    for (const product of seeded) {
      expect(Object.keys(product).sort()).toEqual([
        'brand',
        'category',
        'createdAt',
        'description',
        'id',
        'imageUrl',
        'isActive',
        'isService',
        'keyValues',
        'model',
        'moreOn',
        'name',
        'price',
        'rating',
        'slug',
        'specs',
        'stock',
        'toOrder',
        'updatedAt',
        'warrantyYears',
        'weightGrams',
      ]);
      expect(product.rating).toMatch(/^\d\.\d\d$/);
      expect(Number.isInteger(product.price)).toBe(true);
      expect(product.specs[0]).toEqual({
        label: expect.any(String) as string,
        value: expect.any(String) as string,
      });
      expect(new Date(product.createdAt).toISOString()).toBe(product.createdAt);
    }
  });

  it('shows one of each shelf among the first eight', async () => {
    const { body } = await visitor.get<Product[]>('/api/products');
    expect(new Set(body.slice(0, 7).map((product) => product.category))).toEqual(new Set(shopCategories));
  });

  it('lists a category, and nothing for an unknown one', async () => {
    const { body } = await visitor.get<Product[]>('/api/products/category/pqwt');
    expect(body.filter(isOfSeed)).toHaveLength(10);
    expect(body.every((product) => product.category === 'pqwt')).toBe(true);
    expect(await visitor.get('/api/products/category/boats')).toMatchObject({ status: 200, body: [] });
    expect(await visitor.get(`/api/products/category/${encodeURIComponent("x'),or(1.eq.1")}`)).toMatchObject({
      status: 200,
      body: [],
    });
  });

  it('finds one by id and by slug, and answers 404 for an unknown one', async () => {
    const bySlug = await visitor.get<Product>('/api/products/pqwt-tc300');
    expect(bySlug.body).toMatchObject({ name: 'PQWT-TC300 water detector, 300 m', price: 495000 });
    expect((await visitor.get<Product>(`/api/products/${bySlug.body.id}`)).body).toEqual(bySlug.body);
    expect(await visitor.get('/api/products/no-such-thing')).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
  });

  it('is searched by what people type', async () => {
    const { body } = await visitor.get<Product[]>('/api/products?search=pylontec%20us%205000');
    expect(body[0]).toMatchObject({ slug: 'pylontech-us5000-4-8kwh', price: 268_000 });
    const found = await visitor.get<{ products: Product[]; nearest: Product[] }>(
      '/api/search?q=gps%20map%2065',
    );
    expect(found.body.products[0]?.slug).toBe('garmin-gpsmap-65s');
    expect(found.body.nearest).toEqual([]);
    for (const q of ['%00', '', 'x'.repeat(500), "'%3B--", '%F0%9F%94%8B', '%25%25%25'])
      expect((await visitor.get(`/api/search?q=${q}`)).status).toBe(200);
  });

  it('is listed a page at a time: filtered, counted, with a link to the rest', async () => {
    const path = '/api/products/category/batteries?spec.nominal_voltage=48..52&sort=price_per_kwh&limit=4';
    const whole = await visitor.get<Product[]>(path.replace('limit=4', 'limit=100'));
    expect(whole.body.length).toBeGreaterThan(4);
    expect(whole.headers.get('x-total-count')).toBe(String(whole.body.length));
    expect(whole.headers.get('link')).toBeNull();
    const first = await visitor.get<Product[]>(path);
    const [, next = ''] = /^<(.+)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? [];
    const second = await visitor.get<Product[]>(next);
    const ids = (list: Product[]) => list.map(({ id }) => id);
    expect([...ids(first.body), ...ids(second.body)]).toEqual(ids(whole.body).slice(0, 8));
    expect(second.headers.get('x-total-count')).toBe(String(whole.body.length));
    const facets = await visitor.get<ProductFacets>('/api/facets?category=batteries');
    expect(facets.body.specs.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['Energy', 'Nominal voltage', 'Price per kWh']),
    );
  });

  it.each([
    ['minPrice=9&maxPrice=1', 'invalid_request'],
    ['spec.nothing=1..2', 'unknown_filter'],
    ['spec.chemistry=1..2', 'unknown_filter'],
    ['spec.energy=many', 'unknown_filter'],
    ['cursor=invented', 'invalid_cursor'],
    [`sort=price&cursor=${Buffer.from('["price",1,"1e400","x"]').toString('base64url')}`, 'invalid_cursor'],
    [`brand=${'x'.repeat(500)}`, 'invalid_request'],
  ])('refuses an invalid list request: %s', async (query, code) => {
    expect(await visitor.get(`/api/products?${query}`)).toMatchObject({ status: 400, body: { code } });
  });

  it.each([
    'search=%00',
    `search=${'x'.repeat(500)}`,
    'category=%27%3B--',
    'brand=%3Cscript%3E',
    'maxPrice=0',
  ])('lists nothing where there is nothing: %s', async (query) => {
    expect(await visitor.get(`/api/products?${query}`)).toMatchObject({ status: 200, body: [] });
  });

  it('has a page, also under a former address', async () => {
    const page = await visitor.get<ProductPage>('/api/products/pqwt-tc300/page');
    expect(page.body.product).toMatchObject({ slug: 'pqwt-tc300', isActive: true });
    expect(page.body.sheet.map(({ name }) => name)).toContain('Measurement');
    for (const name of ['no-such-thing', '%00', "x'%20or%201=1"])
      expect((await visitor.get(`/api/products/${name}/page`)).status).toBe(404);
  });

  it('shows as stock what can be ordered now', async () => {
    const product = await newProduct(sql, { stock: 4 });
    await place(sql, [{ productId: product.id, quantity: 2, price: product.price }]);
    expect((await visitor.get<Product>(`/api/products/${product.id}`)).body.stock).toBe(2);
  });

  it('does not show what is archived', async () => {
    const product = await newProduct(sql, { isActive: false });
    expect((await visitor.get(`/api/products/${product.id}`)).status).toBe(404);
  });
});

describe('the surface of the API', () => {
  it('an unknown path is 404, a wrong method 405 with what is allowed', async () => {
    expect(await visitor.get('/api/nothing/here')).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    const wrong = await visitor.call('DELETE', '/api/orders');
    expect(wrong).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
    expect(wrong.headers.get('allow')).toBe('POST, GET');
  });

  it('a function called without the edge proxy refuses every call', async () => {
    const { supabase } = stackUnderTest().addresses;
    const guesses: Record<string, string>[] = [
      {},
      { 'x-shop-secret': 'guess', 'x-shop-origin': 'http://127.0.0.1' },
    ];
    for (const headers of guesses) {
      expect((await fetch(`${supabase}/functions/v1/api/products`, { headers })).status).toBe(403);
      expect(
        (await fetch(`${supabase}/functions/v1/payment-return/success`, { method: 'POST', headers })).status,
      ).toBe(403);
    }
  });

  it('the edge proxy removes headers that only it may set', async () => {
    const answer = await visitor.call('GET', '/api/products/pqwt-tc300', undefined, {
      'x-shop-secret': 'wrong',
      'x-shop-origin': 'https://evil.example',
      'x-shop-client-address': '1.2.3.4',
    });
    expect(answer.status).toBe(200);
  });

  it('every reply forbids sniffing and caching by default', async () => {
    const { headers } = await visitor.get('/api/orders');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-shop-cookie')).toBeNull();
  });
});
