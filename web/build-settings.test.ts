import { expect, test } from 'vitest';
import { functionsAccess, functionsUrlOf, isPreview, originOf } from './build-settings.ts';

test('a site is never built without the products of its API', () => {
  const url = 'https://abcdef.supabase.co/functions/v1';
  expect(functionsAccess({ FUNCTIONS_URL: url, EDGE_PROXY_SECRET: 's' })).toEqual({ url, secret: 's' });
  for (const env of [{}, { FUNCTIONS_URL: url }, { EDGE_PROXY_SECRET: 's' }, { NETLIFY: 'true' }])
    expect(() => functionsAccess(env)).toThrow(/FUNCTIONS_URL and EDGE_PROXY_SECRET/);
});

test('URLs for search engines have the shop’s origin, also in a preview, which is not indexed', () => {
  const netlify = {
    NETLIFY: 'true',
    URL: 'https://shop-1.netlify.example',
    DEPLOY_PRIME_URL: 'https://preview.example',
  };
  const env = { ...netlify, SITE_URL: 'https://www.shop.example/' };
  expect(originOf({ ...env, CONTEXT: 'deploy-preview' })).toBe('https://www.shop.example');
  expect(originOf(env)).toBe('https://www.shop.example');
  expect(() => originOf(netlify)).toThrow('SITE_URL is missing');
  expect(originOf({})).toBe('http://127.0.0.1:8888');
  expect([{ CONTEXT: 'deploy-preview' }, { CONTEXT: 'production' }, {}].map(isPreview)).toEqual([
    true,
    false,
    false,
  ]);
});

test('a preview is built with the products of its own project, never with the shop’s', () => {
  const shop = {
    CONTEXT: 'deploy-preview',
    FUNCTIONS_URL: 'https://shop.example/v1',
    EDGE_PROXY_SECRET: 's',
  };
  expect(() => functionsAccess(shop)).toThrow('PREVIEW_FUNCTIONS_URL and PREVIEW_EDGE_PROXY_SECRET');
  expect(functionsUrlOf(shop)).toBeUndefined();
  const own = { PREVIEW_FUNCTIONS_URL: 'https://other.example/v1', PREVIEW_EDGE_PROXY_SECRET: 't' };
  expect(functionsAccess({ ...shop, ...own })).toEqual({ url: 'https://other.example/v1', secret: 't' });
  expect(() => functionsAccess({ ...shop, ...own, PREVIEW_FUNCTIONS_URL: shop.FUNCTIONS_URL })).toThrow(
    'names the functions of the shop itself',
  );
});
