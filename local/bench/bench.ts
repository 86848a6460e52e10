import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { functionNames } from '../stack/functions-runtime.ts';
import { localSecrets } from '../stack/local-secrets.ts';
import { freePorts } from '../stack/shop-ports.ts';
import { startTestStack } from '../testing/test-stack.ts';
import { withBareServer } from './bare-server.ts';
import {
  fillWithOrders,
  ordersToCheck,
  orderRequest,
  placeOrderInSql,
  productsForOrders,
} from './bench-orders.ts';
import {
  heading,
  lineOf,
  orders,
  ordersOfOneProduct,
  type Row,
  targetLine,
  targetsOf,
} from './bench-table.ts';
import { catalogueQueries } from './catalogue-queries.ts';
import { clientAddress, httpConnection, type Request } from './http-connection.ts';
import { type Bounds, type Connection, type Load, load, rounded } from './load.ts';
import { memoryOf, type ProcessMemory, sumOf } from './process-memory.ts';
import { sqlConnection } from './sql-connection.ts';

/**
 * `npm run bench [-- <file for the JSON>]`, about five minutes: how fast a new shop answers on this machine, at its
 * function and through its edge proxy, with and without cached public replies; compared with bare servers that send the
 * same bytes and with a driver that sends Postgres the same queries. Only ratios can be compared between runs.
 */
const bounds: Bounds = { connections: 8, warmUpSeconds: 0.5, seconds: 3, maxRequests: 50_000 };

const functionsFolder = 'supabase/functions';
const allFunctions = functionNames(functionsFolder);
const rows: Row[] = [];

type StartStep = { step: string; seconds: number };
type Shop = Awaited<ReturnType<typeof startShop>>;
type Backend = { where: Row['where']; open: () => Connection };

const [file] = process.argv.slice(2);
console.log(heading);
const cold = await withShop(false, measureReads);
const warm = await withShop(true, async (shop) => {
  await measureReads(shop);
  await measureOrders(shop);
});
console.log(`\nMemory in MB       at rest    after the load`);
for (const [name, idle] of Object.entries(warm.idle))
  console.log(`${name.padEnd(32)}${String(idle).padStart(5)}${String(warm.loaded[name]).padStart(10)}`);
console.log('\nStart of a new shop, in seconds since the command:');
for (const { step, seconds } of warm.starting) console.log(`${seconds.toFixed(1).padStart(6)}  ${step}`);
console.log('\nTargets');
for (const target of targetsOf(rows, { idle: sumOf(warm.idle), loaded: sumOf(warm.loaded) }))
  console.log(targetLine(target));
if (file) writeFileSync(file, `${JSON.stringify({ bounds, rows, cold, warm }, null, 2)}\n`);

/** Starts a shop, runs `measure` and reports start times and memory. Its database flushes to disk, as a real one does. */
async function withShop(cached: boolean, measure: (shop: Shop) => Promise<void>) {
  const shop = await startShop(cached);
  try {
    const idle: ProcessMemory = memoryOf(shop.dataFolder);
    await measure(shop);
    return { starting: shop.starting, idle, loaded: memoryOf(shop.dataFolder) };
  } finally {
    await shop.stop();
    rmSync(shop.dataFolder, { recursive: true, force: true });
  }
}

async function startShop(cached: boolean) {
  const folder = resolve('.shop', 'bench');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const ports = await freePorts(allFunctions.length);
  const starting: StartStep[] = [];
  const startedAt = performance.now();
  const stack = await startTestStack({
    cachesReplies: cached,
    location: { folder, ports },
    onStep: (step) => starting.push({ step, seconds: rounded((performance.now() - startedAt) / 1000, 1) }),
  });
  const { addresses, dataFolder } = stack.description;
  const { edgeProxySecret } = await localSecrets(dataFolder);
  const proxyHeaders = {
    'x-shop-secret': edgeProxySecret,
    'x-shop-origin': addresses.site,
  };
  const apiOrigin = `http://127.0.0.1:${ports.functions + allFunctions.indexOf('api')}`;
  return {
    cached,
    starting,
    dataFolder,
    postgres: addresses.postgres,
    site: addresses.site,
    stop: stack.stop,
    /** Both send the same request. */
    backends: (next: () => Request): Backend[] => [
      {
        where: 'function',
        open: () =>
          httpConnection(apiOrigin, () => {
            const request = next();
            const headers = { ...proxyHeaders, 'x-shop-client-address': clientAddress() };
            return { ...request, headers: { ...request.headers, ...headers } };
          }),
      },
      { where: 'proxy', open: () => httpConnection(addresses.site, next) },
    ],
  };
}

async function measureReads(shop: Shop): Promise<void> {
  for (const { name, path, query } of catalogueQueries) {
    const body = await (await fetch(shop.site + path)).text();
    // The queries are the same in both shops.
    const sql: Backend[] = shop.cached
      ? []
      : [{ where: 'SQL', open: () => sqlConnection(shop.postgres, 'anon', query) }];
    await compareWithBare(name, shop, body, [...shop.backends(() => ({ path })), ...sql]);
  }
}

async function measureOrders(shop: Shop): Promise<void> {
  const products = await productsForOrders(shop.postgres);
  await fillWithOrders(shop.postgres, products);
  const countOfChecks = 120;
  const { reply, checks } = await ordersToCheck(shop.site, products, 2 * countOfChecks);
  // Each order is checked only once, so that every check also queries the bank.
  const checkBounds = { warmUpSeconds: 0, maxRequests: countOfChecks };
  await compareWithBare(
    '/check',
    shop,
    JSON.stringify((JSON.parse(reply) as { order: object }).order),
    [...shop.backends(() => checks.pop() ?? { path: '/api/none' })],
    checkBounds,
  );
  const compareOrders = (what: string, ordered: typeof products, connections: number) => {
    const open = () => sqlConnection(shop.postgres, 'service_role', placeOrderInSql(ordered));
    const backends: Backend[] = [...shop.backends(() => orderRequest(ordered)), { where: 'SQL', open }];
    // Every connection to Postgres plans the statements of an order anew the first few times.
    return compareWithBare(what, shop, reply, backends, { connections, warmUpSeconds: 5 });
  };
  await compareOrders(orders, products, 8);
  await compareOrders(ordersOfOneProduct(8), products.slice(0, 1), 8);
  await compareOrders(ordersOfOneProduct(64), products.slice(0, 1), 64);
}

/** Measures the bare servers before and after the backends and takes the mean, since the load on the machine varies. */
async function compareWithBare(
  what: string,
  { cached }: Shop,
  body: string,
  backends: readonly Backend[],
  overrides: Partial<Bounds> = {},
): Promise<void> {
  const connections = overrides.connections ?? bounds.connections;
  const bare = async (kind: 'node' | 'deno') =>
    withBareServer(kind, body, (origin) =>
      load(() => httpConnection(origin, () => ({ path: '/' })), { ...bounds, connections, seconds: 2 }),
    );
  const before = { node: await bare('node'), deno: await bare('deno') };
  const measured: { where: Row['where']; found: Load }[] = [];
  for (const { where, open } of backends)
    measured.push({ where, found: await load(open, { ...bounds, ...overrides }) });
  const after = { node: await bare('node'), deno: await bare('deno') };
  const mean = (kind: 'node' | 'deno') => (before[kind].perSecond + after[kind].perSecond) / 2;
  for (const { where, found } of [
    { where: 'bare Node' as const, found: { ...before.node, perSecond: rounded(mean('node'), 1) } },
    { where: 'bare Deno' as const, found: { ...before.deno, perSecond: rounded(mean('deno'), 1) } },
    ...measured,
  ]) {
    const ofNode = rounded(found.perSecond / mean('node'), 4);
    const ofDeno = rounded(found.perSecond / mean('deno'), 4);
    const row: Row = { what, where, cached, connections, load: found, ofNode, ofDeno };
    rows.push(row);
    console.log(lineOf(row));
  }
}
