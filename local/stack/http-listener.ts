import type { Server } from 'node:http';
import { type HttpBindings, serve } from '@hono/node-server';

export type Listener = { server: Server; stop(): Promise<void> };

type Handler = (request: Request, env: HttpBindings) => Response | Promise<Response>;

/**
 * Further connections are refused, so that idle connections never use up the file descriptors of the process. Node closes
 * a connection that sends no complete request within its time limits.
 */
const defaultMaxConnections = 2_000;

/**
 * Milliseconds. Longer than clients keep an unused connection: with Node's 5 seconds, one that is closed in the moment in
 * which the client sends its next request fails that request.
 */
const keepAliveTimeoutMs = 75_000;

/** Serves a handler on 127.0.0.1 and waits until it listens. */
export function listen(
  port: number,
  handler: Handler,
  maxConnections = defaultMaxConnections,
): Promise<Listener> {
  const fetch = (request: Request, env: unknown) => handler(request, env as HttpBindings);
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, hostname: '127.0.0.1', port }, () =>
      resolve({
        server,
        stop: () =>
          new Promise((done) => {
            server.closeAllConnections();
            server.close(() => done());
          }),
      }),
    ) as Server;
    server.maxConnections = maxConnections;
    server.keepAliveTimeout = keepAliveTimeoutMs;
    server.once('error', reject);
  });
}
