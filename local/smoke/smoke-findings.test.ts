import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { smokeFindings } from './smoke-findings.ts';

test('a server that answers every address with a page fails the checks', async () => {
  const server = createServer((_, response) => {
    response
      .writeHead(200, { 'content-type': 'text/html', 'cache-control': 's-maxage=60' })
      .end('<p>Welcome</p><script>welcome()</script>');
  });
  await new Promise<void>((opened) => server.listen(0, '127.0.0.1', opened));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const findings = await smokeFindings(`${address}/`);
  expect(findings.map((finding) => finding.replace(/-[0-9a-f-]{36}/, ''))).toEqual([
    '/: the header content-security-policy is missing.',
    '/: the header strict-transport-security is missing.',
    '/: the header x-content-type-options is missing.',
    '/: browsers may cache the page beyond the next deployment.',
    '/: its security policy blocks the script in the page; does anything change the HTML on the way?',
    '/: the page loads no script of the shop.',
    '/no-such-page: answered 200, not 404.',
    '/assets/no-such-file.js: answered 200, not 404.',
    `/sitemap.xml: it does not list ${address}/; is SITE_URL right, and the site built since?`,
    `/robots.txt: it does not lead to ${address}/sitemap.xml.`,
    '/api/products: there is no product to buy.',
    '/api/no-such-thing: answered 200, not 404.',
    "/api/no-such-thing: the error is not the shop's.",
    '/api/no-such-thing: caches may store an error.',
    '/api/orders: an order of a product that does not exist is answered 200, not refused.',
    '/api/auth/logout: the cookie of the session does not reach the browser.',
    `POST /payment/success: the bank's return is answered 200 , not redirected to ${address}/payment/error.`,
    'POST /api/auth/logout: another site may call it (200, not 403).',
  ]);
});

test('a shop that does not answer is reported once', async () => {
  const findings = await smokeFindings('http://127.0.0.1:9');
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatch(/^http:\/\/127\.0\.0\.1:9 does not answer: .+\.$/);
});
