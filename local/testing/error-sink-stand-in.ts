import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** How a sink can behave, and misbehave. */
export const sinkThat = {
  accepts: (_request, response) => void response.end('{}'),
  saysNothing: () => {},
  isFull: (_request, response) => void response.writeHead(429, { 'retry-after': '120' }).end(),
  isDown: (request) => void request.socket.destroy(),
} satisfies Record<string, Answer>;

/** A sink for errors on this machine until the test is over: what it got, and its DSN. */
export async function errorSinkStandIn(answer: Answer = sinkThat.accepts) {
  const got: { url: string; body: string }[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      got.push({ url: request.url ?? '', body: Buffer.concat(parts).toString() });
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  /** The event of a report. */
  const event = (index: number) => JSON.parse(got[index]?.body.split('\n')[2] ?? 'null') as unknown;
  return { got, event, dsn: `http://the-key@127.0.0.1:${port}/7` };
}
