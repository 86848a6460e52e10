import { type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';

/**
 * Passes a request on to a port of this machine, and its response back, as they arrive. Answers 503 as Supabase's gateway
 * does when nothing responds there; ends the connection when a response ends early.
 * @param path with its query
 */
export function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  to: { port: number; path: string },
): void {
  const { connection: _, ...headers } = incoming.headers;
  const request = httpRequest({
    ...to,
    host: '127.0.0.1',
    method: incoming.method,
    // Compressing for this machine would cost time and save nothing.
    headers: { ...headers, host: `127.0.0.1:${to.port}`, 'accept-encoding': 'identity' },
    // One connection for each request: Deno closes some of those that are kept.
    agent: false,
  });
  request.on('response', (response) => {
    const { connection: _, 'keep-alive': __, ...replied } = response.headers;
    outgoing.writeHead(response.statusCode ?? 502, replied);
    response.on('error', () => outgoing.destroy()).pipe(outgoing);
  });
  request.on('error', () => {
    if (outgoing.headersSent || outgoing.destroyed) outgoing.destroy();
    else
      outgoing
        .writeHead(503, { 'content-type': 'application/json' })
        .end(JSON.stringify({ code: 'BOOT_ERROR', message: 'The function does not answer' }));
  });
  outgoing.on('close', () => {
    // The caller has left.
    if (!outgoing.writableFinished) request.destroy();
  });
  incoming.pipe(request);
}
