import type { Server } from 'node:http';
import { serve } from '@hono/node-server';

export type Listener = { stop(): Promise<void> };

type Handler = (request: Request, remoteAddress: string) => Response | Promise<Response>;

/** Serves a handler on 127.0.0.1 and waits until it listens. */
export function listen(port: number, handler: Handler): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        fetch: (request, env: { incoming?: { socket?: { remoteAddress?: string } } }) =>
          handler(request, env.incoming?.socket?.remoteAddress ?? '127.0.0.1'),
        hostname: '127.0.0.1',
        port,
      },
      () =>
        resolve({
          stop: () =>
            new Promise((done) => {
              (server as Server).closeAllConnections();
              server.close(() => done());
            }),
        }),
    );
    server.once('error', reject);
  });
}
