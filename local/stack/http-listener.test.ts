import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from './http-listener.ts';

test('connections that say nothing, or half a word, are never more than a server may hold', async () => {
  const { server, stop } = await listen(0, () => new Response('here'), 20);
  onTestFinished(stop);
  const { port } = server.address() as AddressInfo;
  const held = () =>
    new Promise<number>((resolve, reject) =>
      server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  const sockets: Socket[] = [];
  let turnedAway = 0;
  for (let one = 0; one < 30; one += 1) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {}).on('close', () => (turnedAway += 1));
    if (one % 2) socket.write('POST /api/orders HTTP/1.1\r\nhost: shop\r\ncontent-length: 500\r\n\r\n{');
    sockets.push(socket);
  }
  await expect.poll(() => turnedAway).toBe(10);
  expect(await held()).toBe(20);
  // Nothing of them stays once they have gone, and the next one is served.
  for (const socket of sockets) socket.destroy();
  await expect.poll(held).toBe(0);
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe('here');
});

test('a connection has an end for its head and for its whole request', async () => {
  const { server, stop } = await listen(0, () => new Response('here'));
  onTestFinished(stop);
  expect(server.headersTimeout).toBeGreaterThan(0);
  expect(server.requestTimeout).toBeGreaterThan(0);
  expect(server.maxConnections).toBeGreaterThan(0);
});
