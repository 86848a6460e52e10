import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Ways in which a sink can behave. */
export const sinkThat = {
  accepts: (_request, response) => void response.end('{}'),
  hangs: () => {},
  rateLimits: (_request, response) => void response.writeHead(429, { 'retry-after': '120' }).end(),
  disconnects: (request) => void request.socket.destroy(),
} satisfies Record<string, Answer>;

/** A fake error sink on this machine until the end of the test. */
export async function errorSinkStandIn(behaviour: Answer = sinkThat.accepts) {
  const received: { url: string; body: string }[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ url: request.url ?? '', body: Buffer.concat(parts).toString() });
      behaviour(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  /** The event of a received report. */
  const event = (index: number) => JSON.parse(received[index]?.body.split('\n')[2] ?? 'null') as unknown;
  return { received, event, dsn: `http://the-key@127.0.0.1:${port}/7` };
}
