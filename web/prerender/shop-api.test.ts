import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { allProducts, apiOf } from './shop-api.ts';
import { endPauses } from '../../local/testing/pauses.ts';

async function apiWith(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return apiOf({ url, secret: 'the secret' }, 'https://shop.example');
}

test('all products are read with the secret of the edge proxy and despite a temporary failure', async () => {
  const { pauses } = endPauses();
  let failures = 1;
  const fetchApi = await apiWith(({ headers }, response) => {
    expect([headers['x-shop-secret'], headers['x-shop-origin']]).toEqual([
      'the secret',
      'https://shop.example',
    ]);
    if (failures-- > 0) response.writeHead(503).end();
    else response.end('[{"slug":"a"}]');
  });
  expect(await allProducts(fetchApi)).toEqual([{ slug: 'a' }]);
  expect(pauses).toEqual([1000]);
});

test('a build fails when the API refuses it, or has no product', async () => {
  const refusing = await apiWith((_, response) => void response.writeHead(403).end('forbidden'));
  await expect(allProducts(refusing)).rejects.toThrow('/api/products was answered with 403: forbidden');
  const empty = await apiWith((_, response) => void response.end('[]'));
  await expect(allProducts(empty)).rejects.toThrow('/api/products has no product');
});

test('the site of a new shop may be built before it has a product', async () => {
  const empty = await apiWith((_, response) => void response.end('[]'));
  expect(await allProducts(empty, true)).toEqual([]);
  const refusing = await apiWith((_, response) => void response.writeHead(403).end('forbidden'));
  await expect(allProducts(refusing, true)).rejects.toThrow('403');
});
