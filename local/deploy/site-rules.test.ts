import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { netlifySite } from './site-rules.ts';

async function siteOf(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'shop-netlify-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries({ 'netlify.toml': '', ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return netlifySite(folder, join(folder, 'netlify.toml'));
}

test('a file has precedence over a rule, a rule over 404.html', async () => {
  const site = await siteOf({
    'product/known.html': 'a page',
    _redirects: '/product/:name /app-shell.html 200\n',
    'app-shell.html': 'the app',
  });
  expect(await site.answer('/product/known')).toMatchObject({ status: 200, file: 'product/known.html' });
  expect(await site.answer('/product/new')).toMatchObject({ status: 200, file: 'app-shell.html' });
  expect(await site.answer('/product')).toMatchObject({ status: 404, file: '404.html' });
});

test('a forced rule has precedence over a file, and _redirects over netlify.toml', async () => {
  const site = await siteOf({
    'a.html': 'a page',
    'b.html': 'another',
    'app-shell.html': 'the app',
    _redirects: '/a /b 200!\n',
    'netlify.toml': '[[redirects]]\nfrom = "/*"\nto = "/app-shell.html"\nstatus = 200\n',
  });
  expect(await site.answer('/a')).toMatchObject({ status: 200, file: 'b.html' });
  expect(await site.answer('/no-such-page')).toMatchObject({ status: 200, file: 'app-shell.html' });
});

test('a forced rule of 404 hides a file', async () => {
  const site = await siteOf({ '404.html': 'nothing here', _redirects: '/_redirects /404.html 404!\n' });
  expect(await site.answer('/_redirects')).toMatchObject({ status: 404, file: '404.html' });
});

test('later headers are added to earlier ones, only below their path', async () => {
  const site = await siteOf({
    'assets/app.js': 'run()',
    _headers: '/*\n  X-A: 1\n  X-B: 1\n/assets/*\n  X-B: 2\n',
  });
  expect((await site.answer('/')).headers).toEqual({ 'X-A': '1', 'X-B': '1' });
  expect((await site.answer('/assets/app.js')).headers).toEqual({ 'X-A': '1', 'X-B': '2' });
});

test('rules that cannot be parsed are reported', async () => {
  const site = await siteOf({ _redirects: '/only-one-word\n' });
  expect(site.errors.join()).toContain('only-one-word');
});
