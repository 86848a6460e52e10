import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { httpLine } from './http-line.ts';
import { load } from './load.ts';

const once = { connections: 1, warmUpSeconds: 0, seconds: 20, most: 6 };

async function serverWith(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('every answer is read to its end, whether its length is said before or not', async () => {
  const large = JSON.stringify('x0'.repeat(200_000));
  const asked: string[] = [];
  const origin = await serverWith((request, response) => {
    request.on('data', (chunk: Buffer) => asked.push(chunk.toString()));
    request.on('end', () => {
      if (request.url === '/length') response.setHeader('content-length', large.length);
      response.write(large.slice(0, 100_000));
      setTimeout(() => response.end(large.slice(100_000)), 5);
    });
  });
  const paths = ['/length', '/chunks'];
  const line = httpLine(origin, () => ({
    method: 'POST',
    path: paths[asked.length % 2] ?? '',
    body: `{"é":${asked.length}}`,
  }));
  for (const _ of [1, 2, 3, 4]) expect(await line.ask()).toBe(200);
  await line.end();
  expect(asked).toEqual(['{"é":0}', '{"é":1}', '{"é":2}', '{"é":3}']);
});

test('only answers with 2xx are counted; an early refusal is no error, a lost connection is one', async () => {
  const statuses = [200, 201, 503, 404, 0, 204];
  const origin = await serverWith((_, response) => {
    const status = statuses.shift();
    if (!status) response.destroy();
    else response.writeHead(status).end();
  });
  const found = await load(() => httpLine(origin, () => ({ path: '/' })), once);
  expect(found).toMatchObject({ answers: 6, busy: 1, errors: 2 });
  expect(statuses).toEqual([]);
});

test('a server that closes the connection after each answer is asked on another', async () => {
  const origin = await serverWith((_, response) => response.setHeader('connection', 'close').end('{}'));
  const found = await load(() => httpLine(origin, () => ({ path: '/' })), once);
  expect(found.statuses).toEqual({ 200: 6 });
});

test('it ends after so many answers, on all connections together', async () => {
  let answers = 0;
  const origin = await serverWith((_, response) => {
    answers += 1;
    response.end('{}');
  });
  const found = await load(() => httpLine(origin, () => ({ path: '/' })), {
    ...once,
    connections: 4,
    most: 10,
  });
  expect([found.answers, answers]).toEqual([10, 10]);
});
