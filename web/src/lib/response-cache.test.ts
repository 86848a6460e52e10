import { expect, test } from 'vitest';
import { api } from '../../../supabase/tests/api-under-test.ts';
import type { OpenApiDocument } from '@contract/openapi.ts';
import { isCacheable } from './response-cache.ts';

const { body } = await api().call('GET', '/api/openapi.json');
const operations = Object.entries((body as unknown as OpenApiDocument).paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    // Only reads are queries.
    .filter(([method]) => method === 'get')
    .map(([, operation]) => ({ path, isPublic: operation['x-cache'] === 'public' })),
);

test('a response meant for one person is never stored, whatever its path', () => {
  const cacheable = operations.filter(
    ({ path }) => isCacheable([path]) || isCacheable([path.replace(/\/\{.*/, '')]),
  );
  expect(cacheable.length).toBeGreaterThan(5);
  expect(cacheable.filter(({ isPublic }) => !isPublic)).toEqual([]);
});

test('only the catalogue and the counties may be stored', () => {
  for (const queryKey of [
    ['/api/products', 'pqwt-tc300', 'page'],
    ['/api/products/category', 'solar', 'limit=48'],
    ['/api/facets', 'category=solar'],
    ['/api/delivery/counties'],
  ])
    expect([queryKey, isCacheable(queryKey)]).toEqual([queryKey, true]);
  for (const queryKey of [
    ['/api/auth/me'],
    ['/api/orders'],
    ['/api/orders', 'open'],
    ['/api/delivery/quote'],
    [],
  ])
    expect([queryKey, isCacheable(queryKey)]).toEqual([queryKey, false]);
});
