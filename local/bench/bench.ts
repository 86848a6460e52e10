import { showHelp } from '../stack/command-arguments.ts';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import autocannon, { type Request } from 'autocannon';
import postgres from 'postgres';
import { functionNames } from '../stack/function-bundles.ts';
import { localSecrets } from '../stack/local-secrets.ts';
import { markOf } from '../stack/run-lock.ts';
import { processesWith } from '../stack/running-process.ts';
import { freePorts } from '../stack/shop-ports.ts';
import { buildSiteOf } from '../stack/site-build.ts';
import { startTestStack } from '../testing/test-stack.ts';
import { tableOf } from './table.ts';
import { measurePages } from './vitals.ts';

showHelp('npm run bench [-- --vitals]   how fast the shop is, beside a bare server, in about ten minutes');

/**
 * `npm run bench`, about ten minutes: measures a new shop beside a bare Node server that sends the same bytes, and prints
 * the tables of docs/performance.md. Only ratios within one run can be compared. `-- --vitals` measures the pages alone.
 * The database flushes to disk, as a real one does, and public replies are cached as the CDN does.
 */
const connections = 8;
const seconds = 5;
const list = '/api/products/category/batteries?limit=48&count=no';
const product = '/api/products/pqwt-tc300/page';

type Product = { id: string; price: number };
let buyers = 0;

const folder = resolve('.shop', 'bench');
rmSync(folder, { recursive: true, force: true });
const functions = functionNames('supabase/functions');
const ports = await freePorts(functions.length);
const startedAt = performance.now();
const stack = await startTestStack({
  cachesReplies: true,
  location: { folder: join(folder, 'shop'), ports },
});
const { addresses, dataFolder } = stack.description;
try {
  await textOf(await fetch(addresses.site + list));
  const coldStart = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  if (!process.argv.includes('--vitals')) {
    const memory = `${await megabytesAtRest()} MB`;
    await measureRequests();
    const also = [
      ['memory at rest, without Postgres', memory],
      ['cold start, a new shop until it answers', coldStart],
    ];
    console.log(`\n${tableOf(['Also measured', ''], also)}`);
  }
  await buildSiteOf(stack.description);
  await measurePages(addresses.site, join(folder, 'browser'));
} finally {
  await stack.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measureRequests(): Promise<void> {
  const apiOrigin = `http://127.0.0.1:${ports.functions + functions.indexOf('api')}`;
  const { edgeProxySecret } = await localSecrets(dataFolder);
  const fromProxy = { 'x-shop-secret': edgeProxySecret, 'x-shop-origin': addresses.site };
  const row = async (name: string, request: Request, bytes: string) => [
    name,
    await withBareServer(bytes, (origin) => perSecond(origin, { path: '/' })),
    await perSecond(apiOrigin, request, fromProxy),
    await perSecond(addresses.site, request),
  ];
  const rows = [
    await row('category list of 48', { path: list }, await textOf(await fetch(addresses.site + list))),
    await row('product', { path: product }, await textOf(await fetch(addresses.site + product))),
  ];

  // The owner of the database: so much stock that none runs out.
  const sql = postgres(addresses.postgres, { max: 1 });
  const products = await sql<Product[]>`
    update public.products set stock = 1000000 where is_active returning id, price`;
  const order = (): Request => ({
    method: 'POST',
    path: '/api/orders',
    headers: { 'content-type': 'application/json' },
    body: newOrder(products),
  });
  const { path = '', ...first } = order();
  const reply = await textOf(await fetch(addresses.site + path, first as RequestInit));
  const orders: Request = {
    ...order(),
    setupRequest: (request) => ({ ...request, body: newOrder(products) }),
  };
  // A new shop has plans for small tables, which read all orders.
  await perSecond(addresses.site, orders);
  await sql`vacuum analyze`;
  await sql.end();
  rows.push(await row(`orders of ${connections} buyers`, orders, reply));
  const titles = [`Requests per second, ${connections} connections`, 'bare Node', 'at the function'];
  console.log(`\n${tableOf([...titles, 'as visitors get it'], rows)}`);
}

/** Replies with a status of 2xx, and what else there was. The first second is not counted. */
async function perSecond(url: string, request: Request, headers: Record<string, string> = {}) {
  // Each request comes from another address, since the shop counts what an address asks for.
  const setupRequest = (raw: Request) => {
    const changed = typeof request.setupRequest === 'function' ? request.setupRequest(raw, {}) : raw;
    return { ...changed, headers: { ...changed.headers, ...headers, 'x-shop-client-address': newAddress() } };
  };
  const measure = (duration: number) =>
    autocannon({ url, connections, duration, requests: [{ ...request, setupRequest }] });
  await measure(1);
  const { '2xx': good, errors, duration, statusCodeStats = {} } = await measure(seconds);
  const others = Object.entries(statusCodeStats)
    .filter(([status]) => !status.startsWith('2'))
    .map(([status, { count }]) => `${count} × ${status}`);
  if (errors > 0) others.push(`${errors} without a reply`);
  return [(good / duration).toFixed(good < 1000 ? 1 : 0), ...others].join(', ');
}

/** Runs a process that answers every request with these bytes, calls `work` with its origin and then stops it. */
async function withBareServer<T>(bytes: string, work: (origin: string) => Promise<T>): Promise<T> {
  const program = `const body = require('node:fs').readFileSync(0);
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    require('node:http').createServer((request, response) => {
      request.resume();
      response.writeHead(200, headers).end(body);
    }).listen(0, '127.0.0.1', function () { console.log(this.address().port); });`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    child.stdin.end(bytes);
    const [port] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    return await work(`http://127.0.0.1:${port}`);
  } finally {
    child.kill();
  }
}

/** @throws Error with the reply, unless it is 2xx */
async function textOf(reply: Response): Promise<string> {
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${reply.url} answered ${reply.status}: ${text}`);
  return text;
}

function newAddress(): string {
  return `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 256)).join('.')}`;
}

/** An order of one piece by a new buyer, each of the next product. */
function newOrder(products: readonly Product[]): string {
  buyers += 1;
  const { id, price } = products[buyers % products.length] as Product;
  const orderData = {
    customerName: 'Ada Lovelace',
    customerEmail: `ada-${buyers}@example.com`,
    customerPhone: '+254712345678',
    customerAddress: 'Milimani, Kisumu',
    totalAmount: price,
    status: 'pending',
  };
  return JSON.stringify({ orderData, items: [{ productId: id, quantity: 1, price }] });
}

/** All processes of the shop but Postgres. On Linux, memory that several share is counted once. */
async function megabytesAtRest(): Promise<number> {
  const { pid } = JSON.parse(readFileSync(join(dataFolder, 'running.json'), 'utf8')) as { pid: number };
  const children = (await processesWith(markOf(dataFolder))).filter(({ command }) =>
    /functions/.test(command),
  );
  const kilobytes = [pid, ...children.map((child) => child.pid)].map((one) =>
    process.platform === 'linux'
      ? /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${one}/smaps_rollup`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(one)], { encoding: 'utf8' }),
  );
  return Math.round(kilobytes.reduce((sum, one) => sum + Number(one), 0) / 1024);
}
