import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { DeliveryCounty, DeliveryQuote } from '../../functions/_shared/contract/delivery.ts';
import type { ItemsFit } from '../../functions/_shared/contract/fit.ts';
import type { Product, ProductPage } from '../../functions/_shared/contract/products.ts';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';

const { site } = stackUnderTest().addresses;
const get = (path: string) => fetch(`${site}${path}`);
const json = async <T>(path: string) => (await (await get(path)).json()) as T;

describe('delivery', () => {
  it('lists the 47 counties in the order of their numbers', async () => {
    const counties = await json<DeliveryCounty[]>('/api/delivery/counties');
    expect(counties).toHaveLength(47);
    expect(counties[22]).toEqual({
      code: '023',
      name: 'Turkana',
      towns: ['Lodwar', 'Kakuma'],
      zone: 'remote',
      daysFrom: 5,
      daysTo: 7,
      sameDayBefore: null,
      low: 3000,
      high: 5000,
      freeAbove: null,
    });
  });

  it('says when products arrive and what it costs, with and without a county', async () => {
    const { id } = await json<Product>('/api/products/pqwt-tc300');
    expect(await json<DeliveryQuote>(`/api/delivery/quote?county=023&items=${id}*1`)).toMatchObject({
      countyName: 'Turkana',
      promise: '5-7 business days',
      low: 3000,
      price: null,
    });
    for (const path of ['/api/delivery/quote', `/api/delivery/quote?county=&items=${randomUUID()}*1`])
      expect(await json<DeliveryQuote>(path)).toMatchObject({ county: null, promise: '2-3 business days' });
  });

  it('says which things do not fit each other', async () => {
    const [inverter, pair] = await Promise.all(
      ['goodwe-gw10k-et', 'ritar-dc12-200-pair'].map((slug) => json<Product>(`/api/products/${slug}`)),
    );
    const { findings } = await json<ItemsFit>(`/api/fit?items=${inverter?.id}*1,${pair?.id}*1`);
    expect(findings).toMatchObject([
      {
        strength: 'misfit',
        products: [inverter?.id, pair?.id],
        text: expect.stringContaining('180 to 600') as string,
      },
    ]);
    expect((await get('/api/fit?items=abc')).status).toBe(400);
    expect(await json<ItemsFit>(`/api/fit?items=${randomUUID()}*1`)).toEqual({ findings: [], site: null });
  });

  it('names on the page of a product what fits it, whose stock and price are those of now', async () => {
    const { fits } = await json<ProductPage>('/api/products/deye-sun-8k-sg05lp1/page');
    expect(fits.map(({ heading, products }) => [heading, products.map(({ slug }) => slug)])).toEqual([
      ['Batteries, 48\u00a0V', ['deye-se-g5-1-pro-5-12kwh']],
      ['Panels', expect.arrayContaining(['trina-vertex-670w-pack-10'])],
    ]);
  });

  it.each([
    'county=048',
    'county=000',
    'county=Kisumu',
    'county=%00',
    "county=042'--",
    `county=${'4'.repeat(500)}`,
    'items=abc',
    'items=%00*1',
    `items=${randomUUID()}*0x1`,
    `items=${'x'.repeat(3000)}`,
  ])('refuses %s with 400', async (query) => {
    const answer = await get(`/api/delivery/quote?${query}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'invalid_request' });
  });
});
