import { expect, test } from 'vitest';
import { api } from '../../../supabase/tests/api-under-test.ts';
import type { OpenApiDocument } from '@contract/openapi.ts';
import { mayKeep } from './kept-answers.ts';

const { body } = await api().call('GET', '/api/openapi.json');
const operations = Object.entries((body as unknown as OpenApiDocument).paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    // What changes something is no question.
    .filter(([method]) => method === 'get')
    .map(([, operation]) => ({ path, isPublic: operation['x-cache'] === 'public' })),
);

test('a reply meant for one person is never stored, whatever its address', () => {
  const kept = operations.filter(({ path }) => mayKeep([path]) || mayKeep([path.replace(/\/\{.*/, '')]));
  expect(kept.length).toBeGreaterThan(5);
  expect(kept.filter(({ isPublic }) => !isPublic)).toEqual([]);
});

test('only the catalogue and the counties may be stored', () => {
  for (const question of [
    ['/api/products', 'pqwt-tc300', 'page'],
    ['/api/products/category', 'solar', 'limit=48'],
    ['/api/facets', 'category=solar'],
    ['/api/delivery/counties'],
  ])
    expect([question, mayKeep(question)]).toEqual([question, true]);
  for (const question of [
    ['/api/auth/me'],
    ['/api/orders'],
    ['/api/orders', 'open'],
    ['/api/delivery/quote'],
    [],
  ])
    expect([question, mayKeep(question)]).toEqual([question, false]);
});
