import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtSite } from './site-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'shop-site-'));
const server = createServer(
  builtSite(join(folder, 'dist'), {
    supabase: 'http://127.0.0.1:54321',
    gateways: ['http://127.0.0.1:8890'],
    blocksForms: true,
  }),
);
const get = (path: string, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, init);

beforeAll(async () => {
  const files = {
    'index.html': 'the front page',
    'app-shell.html': 'the empty app',
    '404.html': 'nothing here',
    'product/pqwt-tc300.html': 'a detector',
    'returns.html': 'how to return',
    'login.html': 'a form',
    'category/solar.html': 'solar panels',
    'assets/app-1.js': 'run()',
    _headers: '/*',
    _redirects: '/x /y',
    'built-from.txt': 'abc',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, 'dist', name, '..'), { recursive: true });
    writeFileSync(join(folder, 'dist', name), text);
  }
  writeFileSync(join(folder, 'secret.txt'), 'secret');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true });
});

describe('the built site', () => {
  test.each([
    ['/', 'the front page'],
    ['/?sort=price', 'the front page'],
    ['/returns', 'how to return'],
    ['/returns/', 'how to return'],
    ['/category/solar', 'solar panels'],
    ['/product/pqwt-tc300', 'a detector'],
    ['/product/newer-than-the-build?from=mail', 'the empty app'],
    ['/login', 'a form'],
    ['/login/', 'a form'],
    ['/login?next=/checkout', 'a form'],
    ['/account', 'the empty app'],
    ['/admin/orders/1', 'the empty app'],
    ['/category/drones', 'the empty app'],
  ])('answers %s with %j', async (path, text) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html;charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    expect(await response.text()).toBe(text);
  });

  test.each([
    '/orders/123',
    '/no-such-picture.png',
    '/%E0%A4%A',
    '/_headers',
    '/_redirects',
    '/built-from.txt',
    '//_headers',
    '/%5fheaders/?x',
    '/a/../_redirects',
    '/..%2fsecret.txt',
    '/a%00b',
    '/assets/app-0.js',
    '/no-such-page?x=/orders',
  ])('answers 404 at %s', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('text/html;charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await response.text()).toBe('nothing here');
  });

  test('lets browsers cache files with a content hash', async () => {
    const response = await get('/assets/app-1.js');
    expect(response.headers.get('content-type')).toBe('text/javascript');
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  test('gives every file the headers of the hosted site, with the Supabase of this machine', async () => {
    const { headers } = await get('/returns');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("connect-src 'self' http://127.0.0.1:54321;");
    expect(headers.get('content-security-policy')).not.toContain('supabase.co');
  });

  test('answers 304 to a browser that has the file', async () => {
    const etag = (await get('/returns')).headers.get('etag') ?? '';
    const again = await get('/returns', { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });

  test('answers HEAD without a body, and no other method', async () => {
    const head = await get('/returns', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '13', '']);
    const post = await get('/returns', { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});
