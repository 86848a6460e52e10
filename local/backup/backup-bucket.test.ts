import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { listen } from '../stack/http-listener.ts';
import { backupBucket } from './backup-bucket.ts';

const key = { BACKUP_KEY_ID: 'id', BACKUP_KEY_SECRET: 'secret', BACKUP_REGION: 'nairobi-1' };
type Fault = (request: Request) => Response | Promise<Response> | 'cut' | 'half' | undefined;

let files: Map<string, Buffer>;
let requests: string[];
let fault: Fault;
beforeEach(() => {
  files = new Map();
  requests = [];
  fault = () => undefined;
});

const hmac = (secret: string | Buffer, text: string) => createHmac('sha256', secret).update(text).digest();

/** Written from Amazon's description of its signature, version 4, not with the package that signs. */
function signatureOf({ method, url, headers }: Request): string {
  const { pathname, searchParams } = new URL(url);
  const [, date, scope = '', signed = ''] =
    /Credential=id\/(\d{8})\/([^,]+), SignedHeaders=([^,]+)/.exec(headers.get('authorization') ?? '') ?? [];
  const query = [...searchParams]
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .sort()
    .join('&');
  const canonical = [
    method,
    pathname,
    query,
    ...signed.split(';').map((name) => `${name}:${headers.get(name)}`),
    '',
    signed,
    headers.get('x-amz-content-sha256'),
  ].join('\n');
  const text = [
    'AWS4-HMAC-SHA256',
    headers.get('x-amz-date'),
    `${date}/${scope}`,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  return hmac(
    `${date}/${scope}`.split('/').reduce<string | Buffer>(hmac, 'AWS4secret') as Buffer,
    text,
  ).toString('hex');
}

/** A stand-in of S3 with the faults of a test. */
async function s3() {
  const { server, stop } = await listen(0, async (request, { incoming }) => {
    const { pathname, searchParams } = new URL(request.url);
    requests.push(`${request.method} ${pathname}`);
    const wrong = fault(request);
    if (wrong === 'cut') return (incoming.destroy(), new Response());
    if (wrong && wrong !== 'half') return wrong;
    const refusal = (status: number, message: string) =>
      new Response(`<Error><Message>${message}</Message></Error>`, { status });
    if (!request.headers.get('authorization')?.endsWith(`Signature=${signatureOf(request)}`))
      return refusal(403, 'The request signature we calculated does not match the signature you provided');
    if (searchParams.get('list-type') === '2')
      return new Response(
        [...files.keys()]
          .filter((name) => name.startsWith(`/backups/${searchParams.get('prefix')}`))
          .map((name) => `<Contents><Key>${name.replace('/backups/', '')}</Key></Contents>`)
          .join(''),
      );
    if (request.method === 'PUT') {
      const body = Buffer.from(await request.arrayBuffer());
      if (createHash('md5').update(body).digest('base64') !== request.headers.get('content-md5'))
        return refusal(400, 'The Content-MD5 you specified did not match what we received');
      files.set(pathname, wrong === 'half' ? body.subarray(1) : body);
    }
    if (request.method === 'DELETE') files.delete(pathname);
    const length = String(files.get(pathname)?.length ?? 0);
    return new Response(null, { headers: request.method === 'HEAD' ? { 'content-length': length } : {} });
  });
  onTestFinished(stop);
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/backups/my-shop/`;
  return { address, bucket: backupBucket(address, key, 2) };
}

function sealedFile(name = 'shop-2026-11-30T0100.backup') {
  const folder = mkdtempSync(join(tmpdir(), 'shop-bucket-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), `sealed ${name}`);
  return join(folder, name);
}

test('a backup is stored, and the oldest beyond thirty are deleted; other files stay', async () => {
  const { bucket } = await s3();
  const days = Array.from(
    { length: 32 },
    (_, day) => `2026-${10 + Math.floor(day / 28)}-${String(1 + (day % 28)).padStart(2, '0')}`,
  );
  for (const day of days) files.set(`/backups/my-shop/shop-${day}T0100.backup`, Buffer.from(''));
  const others = ['/backups/my-shop/shop-notes.txt', '/backups/shop-2020-01-01T0100.backup'];
  for (const name of others) files.set(name, Buffer.from(''));
  await bucket.store(sealedFile());
  expect(String(files.get('/backups/my-shop/shop-2026-11-30T0100.backup'))).toMatch(/^sealed/);
  expect(await bucket.keepNewest()).toBe(30);
  expect([...files.keys()].filter((name) => name.endsWith('.backup'))).toHaveLength(31);
  expect([...files.keys()].filter((name) => !name.startsWith('/backups/my-shop/shop-2026'))).toEqual(others);
  expect(files.has(`/backups/my-shop/shop-${days[2]}T0100.backup`)).toBe(false);
  expect(files.has(`/backups/my-shop/shop-${days[3]}T0100.backup`)).toBe(true);
});

test.each<[string, Fault]>([
  ['a server in trouble', () => new Response('', { status: 503 })],
  ['a limit', () => new Response('', { status: 429 })],
  ['a lost connection', () => 'cut'],
])('%s is asked again', async (_, once) => {
  const { bucket } = await s3();
  let times = 0;
  fault = (request) => (times++ === 0 ? once(request) : undefined);
  await bucket.store(sealedFile());
  expect(requests.map((request) => request.split(' ')[0])).toEqual(['PUT', 'PUT', 'HEAD']);
});

test.each<[string, Fault, RegExp]>([
  [
    'that stays in trouble',
    () => new Response('', { status: 500 }),
    /^The store of backups, .*: PUT was answered with 500\.$/,
  ],
  ['that is not reached', () => 'cut', /^The store of backups, .*\.$/],
  [
    'that refuses the key',
    () => new Response('<Error><Message>Access Denied</Message></Error>', { status: 403 }),
    /: PUT was answered with 403: Access Denied\.$/,
  ],
  ['that loses a byte', () => 'half', /^\/my-shop\/shop-.* is not complete at http/],
])('a store %s is an error in one sentence, and nothing is deleted', async (_, always, sentence) => {
  const { bucket } = await s3();
  fault = always;
  await expect(bucket.store(sealedFile())).rejects.toThrow(sentence);
  expect(requests.filter((request) => request.startsWith('DELETE'))).toEqual([]);
});

test('a store that does not list or delete says so, and the new backup stays', async () => {
  const { bucket } = await s3();
  fault = (request) => (request.method === 'GET' ? new Response('', { status: 403 }) : undefined);
  await bucket.store(sealedFile());
  await expect(bucket.keepNewest()).rejects.toThrow(
    /^The store of backups, .*: GET was answered with 403\.$/,
  );
  expect(files.size).toBe(1);
});

test('a wrong secret is told with the reason of the store', async () => {
  const { address } = await s3();
  await expect(
    backupBucket(address, { ...key, BACKUP_KEY_SECRET: 'other' }).store(sealedFile()),
  ).rejects.toThrow('PUT was answered with 403: The request signature we calculated does not match');
});

test('an address without a bucket, one without a key, and one with other letters say what is wanted', () => {
  const sentence =
    'A backup goes to https://<host>/<bucket>/<folder>, named with letters, digits, “.”, “_” and “-”, with BACKUP_KEY_ID and BACKUP_KEY_SECRET.';
  expect(() => backupBucket('https://s3.example/', key)).toThrow(sentence);
  expect(() => backupBucket('https://s3.example/backups', {})).toThrow(sentence);
  for (const folder of ['my%20shop', 'my shop', 'ours&theirs', 'a//b', 'a+b'])
    expect(() => backupBucket(`https://s3.example/backups/${folder}`, key), folder).toThrow(sentence);
});
