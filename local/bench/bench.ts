import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { functionNames } from '../stack/functions-runtime.ts';
import { localSecrets } from '../stack/local-secrets.ts';
import { freePorts } from '../stack/shop-ports.ts';
import { startTestStack } from '../testing/test-stack.ts';
import { withBareServer } from './bare-server.ts';
import { ordersToCheck, orderRequest, placeOrderInSql, productForOrders } from './bench-orders.ts';
import { heading, lineOf, orders, type Row, targetLine, targetsOf } from './bench-table.ts';
import { catalogueQuestions } from './catalogue-questions.ts';
import { httpLine, type Request } from './http-line.ts';
import { type Bounds, type Line, type Load, load, rounded } from './load.ts';
import { memoryOf, type ProcessMemory, sumOf } from './process-memory.ts';
import { sqlLine } from './sql-line.ts';

/**
 * `npm run bench [-- <file for the JSON>]`, some five minutes: how fast a new shop answers on this machine, at its
 * function and through its edge proxy, when nothing is kept and when public replies are; beside it bare servers that send
 * the same bytes, and a driver that asks Postgres the same. Only the ratios can be compared with those of another day.
 */
const bounds: Bounds = { connections: 8, warmUpSeconds: 0.5, seconds: 3, most: 50_000 };

const functionsFolder = 'supabase/functions';
const names = functionNames(functionsFolder);
const rows: Row[] = [];

type Starting = { step: string; seconds: number };
type Shop = Awaited<ReturnType<typeof startShop>>;
type Way = { where: Row['where']; open: () => Line };

const [file] = process.argv.slice(2);
console.log(heading);
const cold = await withShop(false, answerReads);
const warm = await withShop(true, async (shop) => {
  await answerReads(shop);
  await placeOrders(shop);
});
console.log(`\nMemory in MB       at rest    after the load`);
for (const [name, idle] of Object.entries(warm.idle))
  console.log(`${name.padEnd(32)}${String(idle).padStart(5)}${String(warm.loaded[name]).padStart(10)}`);
console.log('\nA new shop starts, in seconds since the command:');
for (const { step, seconds } of warm.starting) console.log(`${seconds.toFixed(1).padStart(6)}  ${step}`);
console.log('\nTargets');
for (const target of targetsOf(rows, { idle: sumOf(warm.idle), loaded: sumOf(warm.loaded) }))
  console.log(targetLine(target));
if (file) writeFileSync(file, `${JSON.stringify({ bounds, rows, cold, warm }, null, 2)}\n`);

/** What a shop takes to start and to stand, and `work` in between. Its database survives a power cut, as a real one does. */
async function withShop(kept: boolean, work: (shop: Shop) => Promise<void>) {
  const shop = await startShop(kept);
  try {
    const idle: ProcessMemory = memoryOf(shop.dataFolder);
    await work(shop);
    return { starting: shop.starting, idle, loaded: memoryOf(shop.dataFolder) };
  } finally {
    await shop.stop();
    rmSync(shop.dataFolder, { recursive: true, force: true });
  }
}

async function startShop(kept: boolean) {
  const folder = resolve('.shop', 'bench');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const ports = await freePorts(names.length);
  const starting: Starting[] = [];
  const startedAt = performance.now();
  const stack = await startTestStack({
    keepsReplies: kept,
    place: { folder, ports },
    onStep: (step) => starting.push({ step, seconds: rounded((performance.now() - startedAt) / 1000, 1) }),
  });
  const { addresses, dataFolder } = stack.description;
  const { edgeProxySecret } = await localSecrets(dataFolder);
  const asProxy = {
    'x-shop-secret': edgeProxySecret,
    'x-shop-origin': addresses.site,
    'x-shop-client-address': '127.0.0.1',
  };
  const apiOrigin = `http://127.0.0.1:${ports.functions + names.indexOf('api')}`;
  return {
    kept,
    starting,
    dataFolder,
    postgres: addresses.postgres,
    site: addresses.site,
    stop: stack.stop,
    /** The same request on both ways. */
    ways: (next: () => Request): Way[] => [
      {
        where: 'function',
        open: () =>
          httpLine(apiOrigin, () => {
            const request = next();
            return { ...request, headers: { ...request.headers, ...asProxy } };
          }),
      },
      { where: 'proxy', open: () => httpLine(addresses.site, next) },
    ],
  };
}

async function answerReads(shop: Shop): Promise<void> {
  for (const { name, path, ask } of catalogueQuestions) {
    const body = await (await fetch(shop.site + path)).text();
    // The queries are the same in both shops.
    const inSql: Way[] = shop.kept ? [] : [{ where: 'SQL', open: () => sqlLine(shop.postgres, 'anon', ask) }];
    await besideBare(name, shop, body, [...shop.ways(() => ({ path })), ...inSql]);
  }
}

async function placeOrders(shop: Shop): Promise<void> {
  const product = await productForOrders(shop.postgres);
  const countOfChecks = 120;
  const { reply, checks } = await ordersToCheck(shop.site, product, 2 * countOfChecks);
  // Each order is asked about once, for then the bank is asked too.
  const each = { warmUpSeconds: 0, most: countOfChecks };
  await besideBare(
    '/check',
    shop,
    JSON.stringify((JSON.parse(reply) as { order: object }).order),
    [...shop.ways(() => checks.pop() ?? { path: '/api/none' })],
    each,
  );
  for (const connections of [8, 64]) {
    const open = () => sqlLine(shop.postgres, 'service_role', placeOrderInSql(product));
    const ways: Way[] = [...shop.ways(() => orderRequest(product)), { where: 'SQL', open }];
    await besideBare(orders(connections), shop, reply, ways, { connections });
  }
}

/** Bare servers before and after, for what else runs on the machine changes; then what the shop makes of it. */
async function besideBare(
  what: string,
  { kept }: Shop,
  body: string,
  ways: readonly Way[],
  own: Partial<Bounds> = {},
): Promise<void> {
  const connections = own.connections ?? bounds.connections;
  const bare = async (kind: 'node' | 'deno') =>
    withBareServer(kind, body, (origin) =>
      load(() => httpLine(origin, () => ({ path: '/' })), { ...bounds, connections, seconds: 2 }),
    );
  const before = { node: await bare('node'), deno: await bare('deno') };
  const measured: { where: Row['where']; found: Load }[] = [];
  for (const { where, open } of ways)
    measured.push({ where, found: await load(open, { ...bounds, ...own }) });
  const after = { node: await bare('node'), deno: await bare('deno') };
  const mean = (kind: 'node' | 'deno') => (before[kind].perSecond + after[kind].perSecond) / 2;
  for (const { where, found } of [
    { where: 'bare Node' as const, found: { ...before.node, perSecond: rounded(mean('node'), 1) } },
    { where: 'bare Deno' as const, found: { ...before.deno, perSecond: rounded(mean('deno'), 1) } },
    ...measured,
  ]) {
    const ofNode = rounded(found.perSecond / mean('node'), 4);
    const ofDeno = rounded(found.perSecond / mean('deno'), 4);
    const row: Row = { what, where, kept, connections, load: found, ofNode, ofDeno };
    rows.push(row);
    console.log(lineOf(row));
  }
}
