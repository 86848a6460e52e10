import { describe, expect, it } from 'vitest';
import { api } from '../../../tests/api-under-test.ts';
import { seedProducts } from '../../../seed/build-seed.ts';
import type { ItemsFit } from '../../_shared/contract/fit.ts';
import type { ProductPage } from '../../_shared/contract/products.ts';

const seeded = seedProducts().map((one) => ({
  ...one,
  price: Number(one.price_kes),
  stock: Number(one.stock),
}));
const idOf = (slug: string) => seeded.find((one) => one.slug === slug)?.id ?? '';

/** The API of a shop with the seeded catalogue, in which these products have another stock. */
function shopWith(stock: Record<string, number> = {}) {
  const shop = api();
  const sheets = seeded.filter(({ category }) => category !== 'gps');
  shop.catalogue.dataSheets.mockImplementation((ids) =>
    Promise.resolve((ids ? seeded.filter(({ id }) => (ids as string[]).includes(id)) : sheets) as never),
  );
  shop.catalogue.listOfIds.mockImplementation((ids) =>
    Promise.resolve(
      seeded
        .filter(({ id }) => (ids as string[]).includes(id))
        .map((one) => ({ ...one, stock: stock[one.slug] ?? one.stock, isActive: true })) as never,
    ),
  );
  return shop;
}

async function fitOf(cart: Record<string, number>, stock?: Record<string, number>) {
  const shop = shopWith(stock);
  const items = Object.entries(cart).map(([slug, pieces]) => `${idOf(slug)}*${pieces}`);
  const reply = await shop.call('GET', `/api/fit?items=${items.join(',')}`);
  return { ...shop, said: reply.body as ItemsFit };
}

describe('what fits in a cart', () => {
  const cart = {
    'victron-multiplus-ii-48-5000': 1,
    'pylontech-us5000-4-8kwh': 2,
    'victron-orion-tr-24-12-20': 1,
  };

  it('is said in words, with what could replace what does not', async () => {
    const { said } = await fitOf(cart);
    expect(said.site).toBeNull();
    expect(said.findings).toHaveLength(1);
    expect(said.findings[0]).toMatchObject({
      strength: 'misfit',
      products: [idOf('victron-orion-tr-24-12-20'), idOf('pylontech-us5000-4-8kwh')],
      text: 'Victron Orion-Tr 24/12-20 DC-DC converter is for 24\u00a0V, and Pylontech US5000 lithium battery 4.8 kWh has 48\u00a0V here.',
      replaces: idOf('victron-orion-tr-24-12-20'),
      replacements: [{ slug: 'victron-orion-tr-48-12-30' }],
      lookFor: null,
    });
  });

  it('offers what is in stock now, in one query, and says what to look for when nothing is', async () => {
    const { said, catalogue } = await fitOf(cart, { 'victron-orion-tr-48-12-30': 0 });
    expect(said.findings).toMatchObject([
      {
        replaces: null,
        replacements: [],
        lookFor: {
          text: 'a converter from 48\u00a0V to 12\u00a0V',
          path: '/category/converters?spec.input_voltage=48..48&spec.output_voltage=12..12',
        },
      },
    ]);
    expect(catalogue.listOfIds).toHaveBeenCalledTimes(1);
  });

  it('has a sum where all of it is one site and every value is known', async () => {
    const site = { 'deye-sun-5k-sg03lp1': 1, 'pylontech-us5000-4-8kwh': 2, 'ja-solar-550w-panel-pack-5': 2 };
    const sum = 'For this site: 5.5\u00a0kWp of panels, 9.6\u00a0kWh of batteries, 5\u00a0kW of inverters.';
    expect((await fitOf(site)).said).toEqual({ findings: [], site: sum });
    const withGps = { ...site, 'garmin-gpsmap-65s': 1 };
    expect((await fitOf(withGps)).said.site).toBe(sum);
    for (const other of [
      'ecoflow-delta-2-solar-generator',
      'ritar-dc12-200-pair',
      'borehole-solar-pump-kit-2-2kw',
    ])
      expect((await fitOf({ ...site, [other]: 1 })).said.site).toBeNull();
    expect((await fitOf({ 'home-solar-kit-5kw-growatt': 1, 'pylontech-us5000-4-8kwh': 1 })).said.site).toBe(
      'For this site: 4.4\u00a0kWp of panels, 9.6\u00a0kWh of batteries, 5\u00a0kW of inverters.',
    );
    const apparent = { 'victron-multiplus-ii-48-3000': 1, 'yiy-lfp48100h-5-12kwh': 1 };
    expect((await fitOf(apparent)).said.site).toMatch(/5\.12\u00a0kWh of batteries, 3\u00a0kVA of inverters/);
  });
});

describe('the page of a product', () => {
  const fitsOf = async (slug: string, stock: Record<string, number> = {}) => {
    const shop = shopWith(stock);
    const product = { ...seeded.find((one) => one.slug === slug), isActive: slug !== 'gone' };
    shop.catalogue.page.mockResolvedValue({ product, sheet: [] } as never);
    const page = (await shop.call('GET', `/api/products/${slug}/page`)).body as ProductPage;
    return Object.fromEntries(
      page.fits.map(({ heading, products }) => [heading, products.map((one) => one.slug)]),
    );
  };

  // By hand from the data sheets.
  it.each([
    ['growatt-spf-5000-es', 'Batteries, 48\u00a0V', 'pylontech-us5000-4-8kwh'],
    ['deye-sun-8k-sg05lp1', 'Batteries, 48\u00a0V', 'deye-se-g5-1-pro-5-12kwh'],
    ['deye-se-g5-1-pro-5-12kwh', 'Inverters, 48\u00a0V', 'deye-sun-5k-sg03lp1'],
    ['victron-smartsolar-mppt-250-85', 'Batteries, 48\u00a0V', 'victron-lithium-ng-51v-100ah'],
    ['victron-multiplus-ii-48-5000', 'Solar chargers, 48\u00a0V', 'victron-smartsolar-mppt-250-85'],
    ['goodwe-gw10k-et', 'Panels', 'longi-hi-mo-6-585w-pack-8'],
    ['victron-orion-tr-24-12-20', 'Batteries, 24\u00a0V', 'ritar-dc12-200-pair'],
    ['home-solar-kit-5kw-growatt', 'In the kit', 'growatt-spf-5000-es'],
    ['home-solar-kit-5kw-growatt', 'In the kit, and as a second battery for it', 'pylontech-us5000-4-8kwh'],
    ['abem-terrameter-sas-1000', 'Made for it', 'abem-lund-cable-set-4x21'],
    ['abem-lund-cable-set-4x21', 'What it is made for', 'abem-terrameter-sas-1000'],
  ])('of %s has under "%s" first %s', async (slug, heading, first) => {
    const fits = await fitsOf(slug);
    expect(fits[heading]?.[0]).toBe(first);
    for (const products of Object.values(fits)) expect(products.length).toBeLessThanOrEqual(4);
  });

  it.each([
    'sungrow-sh5-0rt',
    'jinko-tiger-neo-440w-pack-8',
    'victron-orion-tr-12-24-15',
    'iris-syscal-junior',
    'garmin-gpsmap-65s',
  ])('of %s has no list, since the shop sells nothing that is known to fit it', async (slug) => {
    expect(await fitsOf(slug)).toEqual({});
  });

  it('has panels of which it takes two packs', async () => {
    // Five are too few volts for its trackers.
    expect((await fitsOf('goodwe-gw10k-et')).Panels).toContain('ja-solar-550w-panel-pack-5');
  });

  it('has what is sold out last, and nothing that needs another voltage', async () => {
    const fits = await fitsOf('deye-sun-10k-sg04lp3', { 'deye-se-g5-1-pro-5-12kwh': 0 });
    expect(fits['Batteries, 48\u00a0V']?.at(-1)).toBe('deye-se-g5-1-pro-5-12kwh');
    expect(Object.values(fits).flat()).not.toContain('ritar-dc12-200-pair');
  });
});

describe('what is wanted for something', () => {
  it.each([
    ['products?search=', 'list'],
    ['product-count?search=', 'count'],
    ['facets?search=', 'facets'],
    ['search?q=', 'search'],
    ['suggestions?q=', 'suggest'],
  ] as const)('is what fits it, at /api/%s', async (path, method) => {
    const { call, catalogue } = shopWith();
    catalogue.list.mockResolvedValue({ products: [], next: null, total: 0 });
    catalogue.search.mockResolvedValue({ products: [], nearest: [] });
    await call('GET', `/api/${path}battery%20for%20deye%208kw%20inverter`);
    const [[first, second]] = catalogue[method].mock.calls as unknown as [[unknown, unknown]];
    const { wish } = (method === 'list' ? (first as { filter: object }).filter : first) as { wish: object };
    expect(wish ?? second).toMatchObject({ words: 'battery deye 8kw inverter' });
    expect((wish ?? second) as object).toHaveProperty('products.0', idOf('deye-se-g5-1-pro-5-12kwh'));
  });

  it('is said to be nothing when nothing fits, without what sells best', async () => {
    const { call, catalogue } = shopWith();
    catalogue.search.mockResolvedValue({ products: [], nearest: [{ id: 'auger' }] } as never);
    expect((await call('GET', '/api/search?q=battery%20for%20goodwe%20gw10k')).body).toEqual({
      products: [],
      nearest: [],
      fitsNothing: true,
    });
  });
});
