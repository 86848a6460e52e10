import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createServer as createVite } from 'vite';
import type { Listener } from './http-listener.ts';

type Handler = (request: Request, remoteAddress: string) => Response | Promise<Response>;

/** The site from its sources, changed in the open page as they change; the functions stay behind the edge proxy. */
export async function serveWithHotReload(port: number, door: Handler): Promise<Listener> {
  const throughTheDoor = getRequestListener((request, env) =>
    door(
      request,
      (env as { incoming?: { socket?: { remoteAddress?: string } } }).incoming?.socket?.remoteAddress ?? '',
    ),
  );
  const server = createServer();
  const vite = await createVite({
    configFile: 'web/vite.config.ts',
    server: { middlewareMode: true, hmr: { server } },
    appType: 'spa',
  });
  server.on('request', (request, response) => {
    const forFunctions =
      request.url?.startsWith('/api/') || (request.method === 'POST' && request.url?.startsWith('/payment/'));
    if (forFunctions) void throughTheDoor(request, response);
    else vite.middlewares(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    stop: async () => {
      await vite.close();
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}
