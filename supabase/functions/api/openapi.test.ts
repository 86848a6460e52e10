import { expect, test } from 'vitest';
import { endpointsOfContract } from '../../../local/testing/endpoints-of-contract.ts';
import { api } from '../../tests/api-under-test.ts';
import type { OpenApiDocument } from '../_shared/contract/openapi.ts';
import { createApp } from './app.ts';
import type { Deps } from './deps.ts';

const described = async () =>
  (await api().call('GET', '/api/openapi.json')).body as unknown as OpenApiDocument;

const operationsOf = ({ paths }: OpenApiDocument) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );

const named = (method: string, path: string) =>
  `${method} ${path.replace(/\?.*/, '').replace(/:([A-Za-z]+)/g, '{$1}')}`;

test('exactly the routes of the function are described', async () => {
  const routes = createApp({} as Deps).routes.filter(({ method }) => method !== 'ALL');
  const names = operationsOf(await described()).map(({ name }) => name);
  expect(names.sort()).toEqual(routes.map(({ method, path }) => named(method, path)).sort());
});

test('every endpoint that the contract declares is described under its name', async () => {
  const contract = (await endpointsOfContract()).map(({ name, endpoint }) => [
    named(endpoint.method, endpoint.path),
    name,
  ]);
  const names = operationsOf(await described()).map(({ name, operation }) => [name, operation.operationId]);
  expect(names.sort()).toEqual(contract.sort());
});

test('every reference can be resolved', async () => {
  const document = await described();
  const references = [
    ...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([A-Za-z]+)"/g),
  ].map(([, name]) => name);
  expect(references).toContain('ErrorReply');
  expect([...new Set(references)].filter((name) => !(name! in document.components.schemas))).toEqual([]);
});

test('an operation has its body, parameters, errors and required role', async () => {
  const { paths } = await described();
  const operation = paths['/api/orders']?.post;
  const schema = operation?.requestBody?.content['application/json'].schema;
  expect(schema?.properties?.items).toMatchObject({ type: 'array', minItems: 1, maxItems: 100 });
  expect(schema?.properties?.orderData?.properties?.county).toMatchObject({ pattern: expect.any(String) });
  expect(schema?.properties?.items?.items?.properties?.productId).toEqual({ type: 'string', format: 'uuid' });
  expect(schema?.required).toEqual(['orderData', 'items']);
  expect(operation?.responses[201]?.content['application/json'].schema).toEqual({
    $ref: '#/components/schemas/PlaceOrderReply',
  });
  expect(operation?.['x-errors']).toEqual(expect.arrayContaining(['out_of_stock', 'invalid_json']));
  expect(operation?.responses[409]?.description).toContain('no longer in stock');
  expect(operation?.security).toEqual([{}, { session: [] }]);

  const role = paths['/api/admin/orders/{id}/cancel']?.post;
  expect([role?.['x-role'], role?.security]).toEqual(['admin', [{ session: ['admin'] }]]);
  expect(role?.parameters).toEqual([{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]);
});

test('operations for admins are marked', async () => {
  const open = operationsOf(await described())
    .filter(({ name, operation }) => name.includes('/api/admin/') && operation['x-role'] !== 'admin')
    .map(({ name }) => name);
  expect(open).toEqual([]);
});

test('rows of an import have one of two shapes', async () => {
  const { paths } = await described();
  const body = paths['/api/admin/products/import']?.post?.requestBody?.content['application/json'].schema;
  expect(body?.properties?.rows?.items?.anyOf).toHaveLength(2);
  expect(paths['/api/admin/products/import']?.post?.['x-max-bytes']).toBe(8_000_000);
});
