import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  appAddresses,
  frameAddresses,
  isAppAddress,
  publicAddresses,
  redirectsFile,
} from './site-addresses.ts';

test('every route of the router is a file or a path of the app, and the other way round', () => {
  const source = readFileSync('web/src/app/routes.tsx', 'utf8');
  const routes = [...source.matchAll(/<Route path="([^"*]+|\/[^"]+\/\*)"/g)].map(([, path]) => path ?? '');
  expect(routes).toContain('/product/:product');
  const shelf = (address: string) => address.replace(/^\/category(\/.*)?$/, '/category/:category?/*');
  expect(new Set([...publicAddresses, ...frameAddresses, ...appAddresses].map(shelf))).toEqual(
    new Set(routes),
  );
});

test.each([
  ['/product/pqwt-tc300', true],
  ['/product/', false],
  ['/product/pqwt-tc300/reviews', false],
  ['/category/fridges', true],
  ['/category/drones', true],
  ['/category', true],
  ['/category/drones/1', false],
  ['/admin', true],
  ['/admin/orders/1', true],
  ['/administrator', false],
  ['/account/', true],
  // These have their own files.
  ['/orders', false],
  ['/no-such-page', false],
])('%s is a path of the app: %s', (path, isKnown) => {
  expect(isAppAddress(path)).toBe(isKnown);
});

test('files for Netlify alone are served to nobody, also where they exist', () => {
  const rules = redirectsFile().split('\n');
  expect(rules.slice(0, 3)).toEqual(
    ['/_headers', '/_redirects', '/built-from.txt'].map((file) => `${file} /404.html 404!`),
  );
});

test('netlify.toml has no rule that would serve unknown paths', () => {
  expect(readFileSync('netlify.toml', 'utf8')).not.toContain('[[redirects]]');
});
