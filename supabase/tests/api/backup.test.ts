import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { backUpShop, type BackupReport } from '../../../local/backup/back-up-shop.ts';
import { bytesToEntries } from '../../../local/backup/backup-entries.ts';
import { restoreShop, type RestoreReport } from '../../../local/backup/restore-shop.ts';
import { readSealed } from '../../../local/backup/sealed-file.ts';
import { listen } from '../../../local/stack/http-listener.ts';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import { startTestStack, type TestStack } from '../../../local/testing/test-stack.ts';
import type { Order } from '../../functions/_shared/contract/orders.ts';
import type { Product } from '../../functions/_shared/contract/products.ts';
import { registered } from '../admin-visitor.ts';
import { comeBack, payAtTheBank, Visitor } from '../api-visitor.ts';
import { openTestDatabase } from '../test-database.ts';

/*
 * The rehearsal: a shop with an account, a paid order and a picture is written into a file, and comes back in an empty
 * shop on other ports, with other keys and another bank.
 */
const sql = openTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'shop-backup-'));
const [file, again] = [join(folder, 'shop.backup'), join(folder, 'again.backup')];
const passphrase = 'only for this rehearsal';
const picture = {
  name: `${createHash('sha256').update(folder).digest('hex')}-320.webp`,
  body: Buffer.from(folder),
};

let other: TestStack;
let restored: postgres.Sql;
let email = '';
let orderId = '';
let productId = '';
let backedUp: BackupReport;
let report: RestoreReport;

const placeOf = ({ addresses, keys }: TestStack['description']) => ({
  databaseUrl: addresses.postgres,
  supabaseUrl: addresses.supabase,
  secretKey: keys.secret,
});
const here = () => placeOf(stackUnderTest());
const there = () => placeOf(other.description);
const address = ({ supabaseUrl }: { supabaseUrl: string }) =>
  `${supabaseUrl}/storage/v1/object/public/products/${picture.name}`;

beforeAll(async () => {
  const ada = await registered(sql);
  [{ email = '' } = {}] = await sql<
    { email: string }[]
  >`select email from public.users where id = ${ada.userId}`;
  const product = await ada.someProduct();
  const { body } = await ada.placeOrder([{ productId: product.id, quantity: 1, price: product.price }]);
  orderId = body.order.id;
  await comeBack(await payAtTheBank(body.payment, '4242424242424242'));
  expect((await ada.orderOf(orderId)).status).toBe('paid');
  const stored = await fetch(`${here().supabaseUrl}/storage/v1/object/products/${picture.name}`, {
    method: 'POST',
    headers: { apikey: here().secretKey, 'content-type': 'image/webp', 'cache-control': 'max-age=31536000' },
    body: picture.body,
  });
  expect(stored.status).toBe(200);
  productId = product.id;
  await sql`update public.products set pictures = ${sql.json([{ url: address(here()), alt: '' }])} where id = ${productId}`;

  other = await startTestStack({ demo: false });
  restored = postgres(there().databaseUrl, { max: 1, onnotice: () => {} });
  backedUp = await backUpShop(here(), file, passphrase);
  report = await restoreShop(there(), file, passphrase);
}, 180_000);

afterAll(async () => {
  await restored?.end();
  await other?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Of each table that is in a backup, its rows: in any order, with pictures where they are here. */
async function tablesIn(backup: string): Promise<Map<string, string[]>> {
  const tables = new Map<string, string[]>();
  for await (const { about, body } of bytesToEntries(readSealed(backup, passphrase))) {
    if (about.kind !== 'table') continue;
    const parts: Buffer[] = [];
    for await (const part of body) parts.push(part);
    const text = Buffer.concat(parts).toString();
    if (backup === again && about.name !== 'history') expect(text, about.name).not.toContain(address(here()));
    const rows = text.replaceAll(address(there()), address(here())).split('\n');
    // They say when jobs ran and how the shop is, which changes all the time.
    if (!/^(heartbeats|invariant_check)$/.test(about.name))
      tables.set(`${about.schema}.${about.name}`, rows.sort());
  }
  return tables;
}

it('every row of every table is restored, and money and stock agree', async () => {
  expect(report).toMatchObject({ rows: backedUp.rows, pictures: backedUp.pictures, broken: [] });
  expect(backedUp.missing).toEqual([]);
  await backUpShop(there(), again, passphrase);
  const [before, after] = [await tablesIn(file), await tablesIn(again)];
  expect(before.size).toBe(backedUp.tables - 2);
  // None is left out of both: those that the database has, not those that a backup asks for.
  const present = await sql<{ name: string }[]>`
    select schemaname || '.' || tablename as name from pg_catalog.pg_tables
    where (schemaname in ('public', 'private') and tablename !~ '^(heartbeats|invariant_check)$')
      or (schemaname = 'auth' and tablename in ('users', 'identities'))`;
  expect([...before.keys()].sort()).toEqual(present.map(({ name }) => name).sort());
  expect(after).toEqual(before);
  const [sums] = await restored<{ paid: string; stock: string }[]>`
    select (select sum(total_amount) from public.orders where status = 'paid') as paid,
      (select sum(stock) from public.products) as stock`;
  expect(Number(sums?.paid)).toBeGreaterThan(0);
  expect(Number(sums?.stock)).toBeGreaterThan(0);
});

it('the command says where the backup is, and puts it there', async () => {
  const stored = new Map<string, number>();
  const { server, stop } = await listen(0, async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method === 'PUT') stored.set(pathname, (await request.arrayBuffer()).byteLength);
    const length = String(stored.get(pathname));
    return new Response(null, { headers: request.method === 'HEAD' ? { 'content-length': length } : {} });
  });
  const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}/backups/my-shop`;
  const { databaseUrl, supabaseUrl } = here();
  const env = { ...process.env, DATABASE_URL: databaseUrl, SUPABASE_URL: supabaseUrl };
  const keys = { BACKUP_PASSPHRASE: passphrase, BACKUP_KEY_ID: 'id', BACKUP_KEY_SECRET: 'secret' };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', 'local/shop.ts', 'backup', target],
    { env: { ...env, ...keys } },
  ).finally(stop);
  await sql`update private.settings set backup_limit_days = null where backup_limit_days is not null`;
  expect(stdout).toMatch(new RegExp(`^${target}: \\d+ rows of \\d+ tables, \\d+ pictures\\.$`, 'm'));
  expect([...stored.keys()]).toEqual([expect.stringMatching(/^\/backups\/my-shop\/shop-.*\.backup$/)]);
}, 120_000);

it('the file contains no readable address', () => {
  expect(readFileSync(file).includes(email)).toBe(false);
});

it('a shop in use is not overwritten, nor one with other migrations', async () => {
  await expect(restoreShop(here(), file, passphrase)).rejects.toThrow(
    'There is a shop in this database already',
  );
  await restored`update supabase_migrations.schema_migrations set version = '1' where version = (
    select max(version) from supabase_migrations.schema_migrations)`;
  await expect(restoreShop(there(), file, passphrase)).rejects.toThrow(/they differ in 2026\d+, 1\./);
});

it('the buyer signs in, sees what was paid and the picture, and the shop sells on', async () => {
  const ada = new Visitor(other.description.addresses.site);
  const signedIn = await ada.post('/api/auth/login', { email, password: 'a long password' });
  expect(signedIn.status).toBe(200);
  expect((await ada.get<Order>(`/api/orders/${orderId}`)).body).toMatchObject({
    id: orderId,
    status: 'paid',
  });
  const [product] = await restored<
    { url: string }[]
  >`select image_url as url from public.products where id = ${productId}`;
  expect(product?.url).toBe(address(there()));
  const shown = await ada.get<Product>(`/api/products/${productId}`);
  expect(shown.body.imageUrl).toBe(address(there()));
  const seen = await fetch(product?.url ?? '');
  expect([seen.status, seen.headers.get('content-type'), seen.headers.get('cache-control')]).toEqual([
    200,
    'image/webp',
    'max-age=31536000',
  ]);
  expect(Buffer.from(await seen.arrayBuffer())).toEqual(picture.body);

  const wanted = await ada.someProduct();
  const placed = await ada.placeOrder([{ productId: wanted.id, quantity: 1, price: wanted.price }]);
  expect(placed.status).toBe(201);
  expect(await restored`select * from private.invariants`).toEqual([]);
});
