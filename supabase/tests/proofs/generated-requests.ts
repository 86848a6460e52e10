import { endpointsOfContract } from '../../../local/testing/endpoints-of-contract.ts';
import { broken, type Chance, hostileText, hostileValue, validValue } from './generated-values.ts';
import { jsonSchemaOf, type JsonSchema } from './json-schema.ts';

type Place = 'path' | 'query' | 'header';

/** An endpoint of the contract, by its name there, and what can be sent to it. */
export type Operation = {
  name: string;
  method: string;
  /** Without its query. */
  path: string;
  body: JsonSchema | null;
  parameters: { name: string; place: Place }[];
  role: 'anyone' | 'signedIn' | 'admin';
};

export type GeneratedRequest = {
  operation: Operation;
  method: string;
  /** With its query. */
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
};

/** Ids of things that are there and of things that are not, by the name of the field or parameter that takes them. */
export type KnownIds = (name: string, operationId: string) => string;

const key = ['idempotency-key'];
const link = ['x-order-key'];
const pages = ['page', 'limit'];
const filter = ['search', 'category', 'brand', 'minPrice', 'maxPrice', 'inStock'];
const list = [...filter, 'sort', 'limit', 'cursor', 'own', 'count'];

/** Parameters of the query that do not stand in the path. */
const queries: Record<string, string[]> = {
  listProducts: list,
  listProductsOfCategory: list,
  countProducts: filter,
  productFacets: filter,
  searchProducts: ['q', 'own'],
  suggestProducts: ['q'],
  getProductPage: ['own'],
  listOrders: ['limit', 'before'],
  listUsers: pages,
  listAllOrders: pages,
  listTransactions: pages,
};
const headers: Record<string, string[]> = {
  placeOrder: key,
  addOrderNote: key,
  recordRefund: key,
  correctRefund: key,
  createProduct: key,
  importProducts: key,
  getOrder: link,
  openShortLink: link,
  checkPayment: link,
  payOrder: link,
  deepHealth: ['x-health-key'],
};
const forAdmins =
  /^(deepHealth|listTransactions|createProduct|updateProduct|deleteProduct|getAccessToken|provePassword)$/;
const forSignedIn =
  /^(updateProfile|change(Password|Email)|sendConfirmation|confirmEmail|(export|erase)Account|\w+Cart|claimOrder|listSignedInDevices|end(Other)?SignIns?|\w+SecondFactor)$/;

export async function operationsOfContract(): Promise<Operation[]> {
  return (await endpointsOfContract()).map(({ name, endpoint: { method, path, body } }) => {
    const [address = '', search = ''] = path.split('?');
    const inPath = [...address.matchAll(/:([A-Za-z]+)/g)].map(([, parameter = '']) => parameter);
    const places: [Place, string[]][] = [
      ['path', inPath],
      ['query', [...new URLSearchParams(search).keys(), ...(queries[name] ?? [])]],
      ['header', headers[name] ?? []],
    ];
    const isForAdmins = address.startsWith('/api/admin/') || forAdmins.test(name);
    return {
      name,
      method,
      path: address,
      body: body && jsonSchemaOf(body),
      parameters: places.flatMap(([place, names]) => names.map((parameter) => ({ name: parameter, place }))),
      role: isForAdmins ? 'admin' : forSignedIn.test(name) ? 'signedIn' : 'anyone',
    };
  });
}

/** One request to the operation: half of them as the contract wants them, the other half broken in one place. */
export function generatedRequest(
  operation: Operation,
  chance: Chance,
  ids: KnownIds,
  bodyOf: (operationId: string) => unknown,
): GeneratedRequest {
  const id = (name: string) => ids(name, operation.name);
  const schema = operation.body;
  const body = schema && (bodyOf(operation.name) ?? validValue(schema, chance, id));
  const parameters = operation.parameters.map(({ name, place }) => ({
    name,
    place,
    value: place === 'path' || !chance.oneIn(3) ? parameterValue(name, chance, id) : null,
  }));
  const request = (over: Partial<GeneratedRequest> = {}): GeneratedRequest => ({
    operation,
    method: operation.method,
    path: addressOf(operation.path, parameters),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...Object.fromEntries(
        parameters.flatMap(({ name, place, value }) =>
          place === 'header' && value ? [[name, sendable(value)] as const] : [],
        ),
      ),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    ...over,
  });
  if (chance.oneIn(2)) return request();
  return brokenRequest();

  function brokenRequest(): GeneratedRequest {
    const ways = ['method', 'header', 'extra', ...(parameters.length > 0 ? ['parameter', 'parameter'] : [])];
    const bodyWays = ['value', 'value', 'value', 'value', 'value', 'whole', 'text', 'type', 'huge'];
    switch (chance.pick(schema ? [...bodyWays, ...ways] : ways)) {
      case 'value':
        return request({ body: JSON.stringify(broken(body, chance)) });
      case 'whole':
        return request({ body: JSON.stringify(hostileValue(chance)) });
      case 'text':
        return request({ body: brokenText(request().body ?? '', chance) });
      case 'type': {
        const types = [
          'text/plain',
          'application/x-www-form-urlencoded',
          'multipart/form-data',
          'application/jsonp',
          '',
        ];
        return request({ headers: { ...request().headers, 'content-type': chance.pick(types) } });
      }
      case 'huge':
        return request({
          body: JSON.stringify({
            ...(body as object),
            note: 'x'.repeat(chance.oneIn(20) ? 9_000_000 : 120_000),
          }),
        });
      case 'method':
        return request({ method: chance.pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']) });
      case 'parameter': {
        const place = chance.between(0, parameters.length - 1);
        parameters[place] = { ...parameters[place]!, value: hostileText(chance) };
        return request();
      }
      case 'extra': {
        const { path } = request();
        const extra = `${encoded(hostileText(chance).slice(0, 60))}=${encoded(hostileText(chance))}`;
        return request({ path: `${path}${path.includes('?') ? '&' : '?'}${extra}` });
      }
      default: {
        const name = chance.pick(['idempotency-key', 'x-order-key', 'accept-language', 'x-request-id']);
        return request({ headers: { ...request().headers, [name]: sendable(hostileText(chance)) } });
      }
    }
  }
}

function parameterValue(name: string, chance: Chance, id: (name: string) => string): string {
  const text = {
    page: () => String(chance.between(1, 3)),
    limit: () => String(chance.between(1, 20)),
    own: () => 'yes',
    count: () => 'no',
    period: () => chance.pick(['today', '7', '30', '90', '12-months']),
    day: () => '2026-11-20',
    county: () => chance.pick(['042', '001', '']),
    items: () => `${id('productId')}*2`,
    category: () => chance.pick(['solar', 'batteries', 'fridges', 'nothing']),
    sort: () => chance.pick(['catalogue', 'price', 'rating', 'name', 'price_per_kwh']),
    inStock: () => 'yes',
    minPrice: () => String(chance.between(0, 5000)),
    maxPrice: () => String(chance.between(5000, 900_000)),
    brand: () => 'Victron',
    search: () => chance.pick(['battery', 'sola panel', 'gps 64']),
    q: () => chance.pick(['ba', 'battery', 'ines 200ah']),
    orderNumber: () => id('orderId').slice(-8),
    cursor: () => 'WyJjYXRhbG9ndWUiLDAsIiIsIiJd',
  }[name];
  return text?.() ?? id(name);
}

type Parameter = { name: string; place: string; value: string | null };

function addressOf(path: string, parameters: readonly Parameter[]): string {
  let address = path;
  const query: string[] = [];
  for (const { name, place, value } of parameters) {
    // An empty part of a path is another address.
    if (place === 'path') address = address.replace(`:${name}`, encoded(value || 'x'));
    if (place === 'query' && value !== null) query.push(`${name}=${encoded(value)}`);
  }
  return query.length > 0 ? `${address}?${query.join('&')}` : address;
}

/** No client puts anything else into a header. */
const sendable = (text: string) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim();

/** Half of a surrogate pair has no encoding. */
const encoded = (text: string) =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '?')).replaceAll('%25', '%');

function brokenText(text: string, chance: Chance): string {
  const cut = chance.between(0, text.length);
  return chance.pick([
    '',
    '{',
    'null',
    'NaN',
    text.slice(0, cut),
    text.slice(0, cut) + '\0' + text.slice(cut),
    `${text}${text}`,
    text.replaceAll('"', "'"),
    '['.repeat(50_000),
    '\uFEFF' + text,
    text.replace('{', '{"__proto__":{"isAdmin":true},'),
  ]);
}
