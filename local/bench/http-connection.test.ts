import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { httpConnection } from './http-connection.ts';
import { load } from './load.ts';

const once = { connections: 1, warmUpSeconds: 0, seconds: 20, maxRequests: 6 };

async function serverWith(handler: RequestListener): Promise<string> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('every reply is read to its end, with a content-length or in chunks', async () => {
  const large = JSON.stringify('x0'.repeat(200_000));
  const received: string[] = [];
  const origin = await serverWith((request, response) => {
    request.on('data', (chunk: Buffer) => received.push(chunk.toString()));
    request.on('end', () => {
      if (request.url === '/length') response.setHeader('content-length', large.length);
      response.write(large.slice(0, 100_000));
      setTimeout(() => response.end(large.slice(100_000)), 5);
    });
  });
  const paths = ['/length', '/chunks'];
  const connection = httpConnection(origin, () => ({
    method: 'POST',
    path: paths[received.length % 2] ?? '',
    body: `{"é":${received.length}}`,
  }));
  for (const _ of [1, 2, 3, 4]) expect(await connection.send()).toBe(200);
  await connection.end();
  expect(received).toEqual(['{"é":0}', '{"é":1}', '{"é":2}', '{"é":3}']);
});

test('only 2xx replies are counted; a 503 is not an error, a lost connection is', async () => {
  const statuses = [200, 201, 503, 404, 0, 204];
  const origin = await serverWith((_, response) => {
    const status = statuses.shift();
    if (!status) response.destroy();
    else response.writeHead(status).end();
  });
  const found = await load(() => httpConnection(origin, () => ({ path: '/' })), once);
  expect(found).toMatchObject({ answers: 6, busy: 1, errors: 2 });
  expect(statuses).toEqual([]);
});

test('a new connection is opened when the server closes the old one after a reply', async () => {
  const origin = await serverWith((_, response) => response.setHeader('connection', 'close').end('{}'));
  const found = await load(() => httpConnection(origin, () => ({ path: '/' })), once);
  expect(found.statuses).toEqual({ 200: 6 });
});

test('it stops after the maximum number of requests, counted over all connections', async () => {
  let answers = 0;
  const origin = await serverWith((_, response) => {
    answers += 1;
    response.end('{}');
  });
  const found = await load(() => httpConnection(origin, () => ({ path: '/' })), {
    ...once,
    connections: 4,
    maxRequests: 10,
  });
  expect([found.answers, answers]).toEqual([10, 10]);
});
