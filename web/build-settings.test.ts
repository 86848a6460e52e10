import { expect, test } from 'vitest';
import { functionsAccess, isPreview, originOf } from './build-settings.ts';

test('a site is never built without the products of its API', () => {
  const url = 'https://abcdef.supabase.co/functions/v1';
  expect(functionsAccess({ FUNCTIONS_URL: url, EDGE_PROXY_SECRET: 's' })).toEqual({ url, secret: 's' });
  for (const env of [{}, { FUNCTIONS_URL: url }, { EDGE_PROXY_SECRET: 's' }, { NETLIFY: 'true' }])
    expect(() => functionsAccess(env)).toThrow(/FUNCTIONS_URL and EDGE_PROXY_SECRET/);
});

test('addresses for search engines have the origin of the shop, also in a preview, which is left out', () => {
  const netlify = { URL: 'https://shop.example', DEPLOY_PRIME_URL: 'https://preview.example' };
  expect(originOf({ ...netlify, CONTEXT: 'deploy-preview' })).toBe('https://shop.example');
  expect(originOf({ ...netlify, SITE_URL: 'https://www.shop.example/' })).toBe('https://www.shop.example');
  expect(originOf({})).toBe('http://127.0.0.1:8888');
  expect([{ CONTEXT: 'deploy-preview' }, { CONTEXT: 'production' }, {}].map(isPreview)).toEqual([
    true,
    false,
    false,
  ]);
});
