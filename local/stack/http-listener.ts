import type { Server } from 'node:http';
import { type HttpBindings, serve } from '@hono/node-server';

export type Listener = { server: Server; stop(): Promise<void> };

type Handler = (request: Request, env: HttpBindings) => Response | Promise<Response>;

/**
 * Connections that a server holds at once. Whoever comes after them is turned away, so that connections of nobody never
 * take all the descriptors of the process; Node ends one that sends no whole request within its time limits.
 */
const mostConnections = 2_000;

/** Serves a handler on 127.0.0.1 and waits until it listens. */
export function listen(port: number, handler: Handler, most = mostConnections): Promise<Listener> {
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
    server.maxConnections = most;
    server.once('error', reject);
  });
}
