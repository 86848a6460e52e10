import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from './http-listener.ts';

test('idle connections and incomplete requests cannot exceed the maximum number of connections', async () => {
  const { server, stop } = await listen(0, () => new Response('here'), 20);
  onTestFinished(stop);
  const { port } = server.address() as AddressInfo;
  const openConnections = () =>
    new Promise<number>((resolve, reject) =>
      server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  const sockets: Socket[] = [];
  let refused = 0;
  for (let i = 0; i < 30; i += 1) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {}).on('close', () => (refused += 1));
    if (i % 2) socket.write('POST /api/orders HTTP/1.1\r\nhost: shop\r\ncontent-length: 500\r\n\r\n{');
    sockets.push(socket);
  }
  await expect.poll(() => refused).toBe(10);
  expect(await openConnections()).toBe(20);
  // After they have closed, the next connection is served.
  for (const socket of sockets) socket.destroy();
  await expect.poll(openConnections).toBe(0);
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('here');
});

test('connections have time limits for the headers and for the whole request', async () => {
  const { server, stop } = await listen(0, () => new Response('here'));
  onTestFinished(stop);
  expect(server.headersTimeout).toBeGreaterThan(0);
  expect(server.requestTimeout).toBeGreaterThan(0);
  expect(server.maxConnections).toBeGreaterThan(0);
});

test('an unused connection is kept longer than the minute for which clients keep it', async () => {
  const { server, stop } = await listen(0, () => new Response('here'));
  onTestFinished(stop);
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [, seconds = '0'] = /timeout=(\d+)/.exec(response.headers.get('keep-alive') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
});
