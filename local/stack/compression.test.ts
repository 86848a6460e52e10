import { createServer, get, type IncomingHttpHeaders } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compress } from './compression.ts';
import { builtSite } from './site-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'shop-compression-'));
const settings = { supabase: 'http://127.0.0.1:54321', gateways: [], blocksForms: true };
const files = builtSite(folder, settings);
const server = createServer((request, response) => {
  compress(request, response);
  files(request, response);
});
const long = '<p>solar</p>'.repeat(500);

beforeAll(async () => {
  for (const name of ['index.html', '404.html', 'picture.webp']) writeFileSync(join(folder, name), long);
  writeFileSync(join(folder, 'short.html'), 'short');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true });
});

/** Node's own fetch would decompress the body. */
const request = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; body: Buffer }>((resolve) => {
    const { port } = server.address() as AddressInfo;
    get({ host: '127.0.0.1', port, path, headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
  });

test.each([
  ['gzip, deflate, br;q=0.9', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['gzip', 'gzip'],
  ['identity', undefined],
  ['', undefined],
])('a request that accepts %j gets %j', async (accepted, encoding) => {
  const { headers } = await request('/', { 'accept-encoding': accepted });
  expect(headers['content-encoding']).toBe(encoding);
});

test.each([
  ['/', 200, 'br', brotliDecompressSync],
  ['/', 200, 'gzip', gunzipSync],
  ['/nothing', 404, 'br', brotliDecompressSync],
])(
  'the text at %s (%d) is compressed as %s, with its own headers',
  async (path, status, encoding, decompress) => {
    for (let i = 0; i < 2; i += 1) {
      const answer = await request(path, { 'accept-encoding': encoding });
      expect(answer.status).toBe(status);
      expect(answer.headers).toMatchObject({
        'content-encoding': encoding,
        vary: 'Accept-Encoding',
        'content-type': 'text/html;charset=utf-8',
        'x-content-type-options': 'nosniff',
      });
      expect(decompress(answer.body).toString()).toBe(long);
    }
  },
);

test.each([
  ['a picture', '/picture.webp', { 'accept-encoding': 'br' }, 200],
  ['a short text', '/short', { 'accept-encoding': 'br' }, 200],
  ['a text for a client without compression', '/', {}, 200],
  ['a part of a file', '/', { 'accept-encoding': 'br', range: 'bytes=0-1999' }, 206],
])('%s is not compressed', async (_, path, headers: Record<string, string>, status) => {
  const answer = await request(path, headers);
  expect([answer.status, answer.headers['content-encoding']]).toEqual([status, undefined]);
  expect(answer.body.length).toBe(Number(answer.headers['content-length']));
});

test('a browser that has the file gets 304, and HEAD has no body', async () => {
  const { headers } = await request('/', { 'accept-encoding': 'br' });
  const again = await request('/', { 'accept-encoding': 'br', 'if-none-match': headers.etag ?? '' });
  expect([again.status, again.body.length]).toEqual([304, 0]);
  const head = await request('/', { 'accept-encoding': 'br' }, 'HEAD');
  expect([head.status, head.body.length]).toEqual([200, 0]);
});
