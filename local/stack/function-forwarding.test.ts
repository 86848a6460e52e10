import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { forward } from './function-forwarding.ts';

let servers: Server[] = [];
afterEach(() => {
  for (const server of servers) server.close().closeAllConnections();
  servers = [];
});

/** Starts a server on a free port. */
async function listenOn(listener: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

/** The address of a gateway in front of a function on this port. */
async function gatewayTo(port: number): Promise<string> {
  const gateway = await listenOn((incoming, outgoing) =>
    forward(incoming, outgoing, { port, path: incoming.url ?? '/' }),
  );
  return `http://127.0.0.1:${gateway.port}`;
}

it('passes on method, path, headers and body, and the response', async () => {
  const { port } = await listenOn((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const { host, 'x-shop-secret': secret, 'accept-encoding': encoding } = request.headers;
      response.writeHead(201, { 'x-shop-cookie': ['sid=1', 'device=2'], 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ method: request.method, url: request.url, host, secret, encoding, body }),
      );
    });
  });
  const reply = await fetch(`${await gatewayTo(port)}/api/orders?a=b`, {
    method: 'POST',
    body: 'one order',
    headers: { 'x-shop-secret': 'known', 'accept-encoding': 'gzip' },
  });
  expect([reply.status, reply.headers.get('x-shop-cookie')]).toEqual([201, 'sid=1, device=2']);
  expect(await reply.json()).toEqual({
    method: 'POST',
    url: '/api/orders?a=b',
    host: `127.0.0.1:${port}`,
    secret: 'known',
    encoding: 'identity',
    body: 'one order',
  });
});

it('answers 503 when nothing listens, and when a function ends before its response', async () => {
  const { server, port } = await listenOn((request) => request.socket.destroy());
  const gateway = await gatewayTo(port);
  const bootError = { code: 'BOOT_ERROR', message: 'The function does not answer' };
  const ended = await fetch(gateway, { method: 'POST', body: 'an order' });
  expect([ended.status, await ended.json()]).toEqual([503, bootError]);
  await new Promise((resolve) => server.close(resolve));
  const closed = await fetch(gateway);
  expect([closed.status, await closed.json()]).toEqual([503, bootError]);
});

it('ends the connection when a response ends early', async () => {
  const { port } = await listenOn((request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half of it', () => request.socket.destroy());
  });
  const reply = await fetch(await gatewayTo(port));
  await expect(reply.text()).rejects.toThrow('terminated');
});

it('gives up the request of a caller who has left', async () => {
  const { server, port } = await listenOn(() => {});
  const isClosed = new Promise((resolve) =>
    server.on('connection', (socket) => socket.on('close', () => resolve(true))),
  );
  const leaving = new AbortController();
  const reply = fetch(await gatewayTo(port), { signal: leaving.signal });
  setTimeout(() => leaving.abort(), 50);
  await expect(reply).rejects.toThrow('aborted');
  expect(await isClosed).toBe(true);
});
