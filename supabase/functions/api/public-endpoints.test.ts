import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Endpoint } from '../_shared/contract/endpoint.ts';
import { defaultShopDetails } from '../_shared/contract/shop-details.ts';
import { api, links, order, orderId, tokens } from '../../tests/api-under-test.ts';
import type { Deps } from './deps.ts';
import type { Serve } from './routes/serve.ts';

type Row = {
  /** What a request counts towards, of the actions in `private.rate_limits`. */
  limit?: string;
  /** The parameters by which the CDN keeps a reply, which then is made once in five seconds for everybody. */
  key?: string;
  /**
   * What a request reads at most, whatever anybody has made before. Numbers of rows that a visitor can cause are tried in
   * supabase/tests/database/costs-of-public-replies.test.ts.
   */
  cost: string;
};

const products = 'the products on sale';
const page = 'a page of products';
const oneRow = 'one row of each table';
const anyKey = 'query';

/**
 * Every endpoint that somebody may call who is no staff. An anonymous caller has none besides: the Data API gives them
 * nothing (supabase/tests/database/access.test.ts). Without a limit is only what the CDN keeps, or what costs less than
 * counting it.
 */
const table: Record<string, Row> = {
  'GET /api/products': { key: anyKey, cost: products },
  'GET /api/products?limit=48': { limit: 'filter', key: anyKey, cost: page },
  'GET /api/products?sort=price': { limit: 'whole_list', key: anyKey, cost: products },
  'GET /api/products?search=gps&limit=48': { limit: 'search', key: anyKey, cost: 'the 1,000 best matches' },
  'GET /api/products/category/gps': { key: anyKey, cost: products },
  'GET /api/products/category/unknown': { limit: 'whole_list', key: anyKey, cost: products },
  'GET /api/product-count': { key: anyKey, cost: products },
  'GET /api/product-count?minPrice=1': { limit: 'filter', key: anyKey, cost: products },
  'GET /api/facets': { key: anyKey, cost: products },
  'GET /api/facets?minPrice=1': { limit: 'filter', key: anyKey, cost: products },
  'GET /api/product-index': { key: 'own', cost: '1,000 products' },
  'GET /api/search': { limit: 'search', key: 'own|q', cost: '48 products' },
  'GET /api/suggestions?q=gps': { limit: 'search', key: 'own|q', cost: '40 products' },
  'GET /api/products/:product': { key: 'own', cost: 'a product' },
  'GET /api/products/:product/page': { key: 'own', cost: 'a product and what fits it' },
  'GET /api/data-sheets/:product': { key: 'own', cost: 'a product, and a PDF' },
  'GET /api/shop-details': { key: 'own', cost: oneRow },
  'GET /api/shop-texts/:page': { key: 'own', cost: oneRow },
  'GET /api/delivery/counties': { key: 'own', cost: '47 counties' },
  'GET /api/delivery/quote': { limit: 'filter', cost: '100 lines' },
  'GET /api/fit': { limit: 'filter', cost: '100 lines, 36 judgements of 16 products, and 36 products' },
  'GET /api/health': { cost: 'nothing' },

  'POST /api/orders': { limit: 'place_order', cost: '100 lines' },
  'GET /api/orders': { limit: 'list_orders', cost: '21 orders' },
  'GET /api/orders/open': { limit: 'read_order', cost: '21 orders' },
  'GET /api/orders/:orderId': { limit: 'read_order', cost: '100 lines' },
  'GET /api/orders/:orderId/papers/:kind': { limit: 'make_paper', cost: '100 lines, and a PDF' },
  'POST /api/orders/:orderId/papers/:kind': { limit: 'find_order', cost: '100 lines, and a PDF' },
  'POST /api/orders/:orderId/check': { limit: 'check_payment', cost: '100 lines, and the bank' },
  'POST /api/orders/:orderId/payment': { limit: 'pay_order', cost: '100 lines, and the bank' },
  'POST /api/orders/:orderId/prompt': { limit: 'prompt', cost: '100 lines, and Safaricom three times' },
  'POST /api/orders/:orderId/cancel': { limit: 'read_order', cost: '100 lines, and the bank' },
  'POST /api/orders/:orderId/link': { limit: 'read_order', cost: '100 lines' },
  'POST /api/orders/:orderId/claim': { limit: 'claim_order', cost: '100 lines' },
  'POST /api/orders/find': { limit: 'find_order', cost: oneRow },
  'GET /api/short-links/:orderNumber': { limit: 'open_link', cost: 'the orders of one number' },
  'POST /api/quotations': { limit: 'ask_quotation', cost: '100 lines' },
  'GET /api/quotations/:quotationId': { limit: 'read_order', cost: '100 lines' },
  'GET /api/quotations/:quotationId/paper': { limit: 'make_paper', cost: '100 lines, and a PDF' },
  'POST /api/quotations/:quotationId/acceptance': { limit: 'place_order', cost: '100 lines' },

  'GET /api/cart': { limit: 'filter', cost: '100 lines' },
  'PUT /api/cart': { cost: '100 lines' },
  'POST /api/cart/merge': { limit: 'filter', cost: '100 lines' },

  'GET /api/auth/me': { cost: oneRow },
  'POST /api/auth/login': { limit: 'sign_in', cost: 'a password hash' },
  'POST /api/auth/register': { limit: 'register', cost: 'a password hash' },
  'POST /api/auth/logout': { cost: oneRow },
  'PUT /api/auth/me': { limit: 'change_profile', cost: oneRow },
  'POST /api/auth/forgot-password': { limit: 'password_mail', cost: oneRow },
  'POST /api/auth/reset-password': { limit: 'new_password', cost: 'a password hash' },
  'POST /api/auth/undo-change': { limit: 'new_password', cost: oneRow },
  'POST /api/auth/password': { limit: 'new_password', cost: 'a password hash' },
  'PUT /api/auth/email': { limit: 'new_password', cost: 'a password hash' },
  'POST /api/auth/confirm-email': { cost: oneRow },
  'POST /api/auth/confirm-email/send': { limit: 'confirmation_mail', cost: oneRow },
  'GET /api/auth/export': { limit: 'export_account', cost: 'all orders of an account' },
  'GET /api/auth/erase': { limit: 'read_order', cost: 'all orders of an account' },
  'POST /api/auth/erase': { limit: 'new_password', cost: 'a password hash, and all orders of an account' },
  'GET /api/auth/second-factor': { cost: oneRow },
  'POST /api/auth/second-factor/begin': { cost: oneRow },
  'POST /api/auth/second-factor/confirm': { limit: 'second_factor', cost: oneRow },
  'POST /api/auth/second-factor/prove': { limit: 'second_factor', cost: oneRow },
  'GET /api/auth/sessions': { cost: '100 sessions' },
  'DELETE /api/auth/sessions/:sessionId': { cost: oneRow },
  'POST /api/auth/sessions/end-others': { cost: '100 sessions' },
};

/** Counted where it is done, in SQL, or with the sign-in. */
const countedInside = [
  'place_order',
  'ask_quotation',
  'pay_order',
  'check_payment',
  'change_profile',
  'sign_in',
];

const served = new Map<string, Endpoint<unknown, unknown>>();
const note = (endpoint: Endpoint<unknown, unknown>) =>
  void served.set(`${endpoint.method} ${endpoint.path.replace(/\?.*/, '')}`, endpoint);
const ofStaff = { staff: () => () => {}, staffByQuery: () => {}, guarded: () => () => {} };
const serve = { anyone: note, signedIn: note, ...ofStaff } as unknown as Serve;
const folder = new URL('./routes/', import.meta.url);
for (const file of readdirSync(folder).filter((name) => name.endsWith('-routes.ts'))) {
  const routes: object = (await import(new URL(file, folder).href)) as object;
  for (const add of Object.values(routes) as ((serve: Serve, deps: Deps) => void)[]) add(serve, {} as Deps);
}
/** The endpoint of a row that shows it with certain parameters. */
const endpointOf = (name: string) =>
  served.get(name.replace(/\?.*/, '').replace(/category\/.+/, 'category/:category'));

/** The API for a buyer, who may see one order and one product. */
function shop() {
  const all = api(tokens());
  const product = {
    id: 'auger',
    slug: 'auger',
    name: 'Auger',
    description: '',
    keyValues: [],
    isActive: true,
  };
  all.catalogue.page.mockResolvedValue({ product, sheet: [], fits: [], related: [] } as never);
  all.shop.details.mockResolvedValue(defaultShopDetails);
  all.shop.text.mockResolvedValue('# Return window');
  all.orders.find.mockResolvedValue(order());
  return all;
}
const pathOf = (name: string) =>
  name
    .replace(/^\S+ /, '')
    .replace(/:kind/, 'invoice')
    .replace(/:page/, 'terms')
    .replace(/:orderNumber/, orderId.slice(-8))
    .replace(/:[A-Za-z]+/g, orderId);
const key = (path: string) =>
  path.includes('quotations') ? links.quotationKeyOf(orderId, 1) : links.keyOf(orderId, 1);
async function limitsOf(method: string, path: string) {
  const { call, limits } = shop();
  const reply = await call(method, path, /GET|HEAD/.test(method) ? undefined : {}, {
    'x-order-key': key(path),
  });
  return { counted: limits.take.mock.calls.map(([action]) => action), reply };
}

const rows = Object.entries(table);
const cached = rows.filter(([, { key, limit }]) => key !== undefined && !limit);

test('each endpoint for people who are no staff is in the table, and no other', () => {
  expect(rows.filter(([name]) => !endpointOf(name))).toEqual([]);
  const known = new Set(rows.map(([name]) => endpointOf(name)));
  expect([...served].filter(([, endpoint]) => !known.has(endpoint)).map(([name]) => name)).toEqual([]);
});

test('each limit has its rows', () => {
  const sql = readFileSync('supabase/migrations/20261121061300_limits.sql', 'utf8');
  const missing = rows.filter(
    ([, { limit }]) => limit && !new RegExp(`\\('${limit}', '\\w+', \\d+`).test(sql),
  );
  expect(missing).toEqual([]);
});

const withoutBody = rows.filter(([name]) => !endpointOf(name)?.body);
test.each(withoutBody)('%s is counted, or kept by the CDN, as the table says', async (name, row) => {
  const { counted, reply } = await limitsOf(name.replace(/ .*/, ''), pathOf(name));
  expect(counted).toEqual(row.limit && !countedInside.includes(row.limit) ? [row.limit] : []);
  const names = row.key === undefined || row.key === anyKey ? row.key : `query=${row.key}`;
  expect(reply.headers.get('netlify-vary') ?? undefined).toBe(names);
  expect(reply.headers.has('netlify-cdn-cache-control')).toBe(row.key !== undefined);
});

test.each(cached.map(([name]) => pathOf(name)))(
  '%s is counted in each form that has many others',
  async (path) => {
    const escaped = `${path.slice(0, -1)}%${path.charCodeAt(path.length - 1).toString(16)}`;
    for (const other of [`${path}?own=1`, `${path}/`, escaped]) {
      const { counted, reply } = await limitsOf('GET', other);
      if (reply.status !== 404) expect([other, counted.length]).toEqual([other, 1]);
    }
    expect((await limitsOf('HEAD', path)).counted).toHaveLength(1);
  },
);

test.each(rows.filter(([, { key }]) => key === anyKey).map(([name]) => pathOf(name)))(
  '%s, of which every parameter is another reply, takes none that it does not know',
  async (path) => {
    const { counted, reply } = await limitsOf('GET', `${path}${path.includes('?') ? '&' : '?'}x=1`);
    expect([reply.status, reply.body.fields, counted]).toEqual([
      400,
      { x: 'There is no such parameter' },
      [],
    ]);
  },
);
