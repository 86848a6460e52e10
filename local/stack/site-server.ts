import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join, posix } from 'node:path';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from '@netlify/edge-functions';
import sirv from 'sirv';
import edgeProxy from '../../web/edge/proxy/index.ts';
import { appShell, hiddenFiles, isAppAddress } from '../../web/site-addresses.ts';
import { type HeaderSettings, siteHeaders } from '../../web/site-headers.ts';
import { cdnBefore, keptInMemory } from './cdn.ts';
import { compress } from './compression.ts';
import { listen, type Listener } from './http-listener.ts';

type SiteOptions = {
  port: number;
  /** The settings of the edge proxy. */
  settings: { FUNCTIONS_URL: string; EDGE_PROXY_SECRET: string; FUNCTIONS_REGION: string; SITE_URL: string };
  /** The origin of the bank's card page. */
  gateway: string;
  /** The built site. */
  folder: string;
  /** Whether cacheable replies are cached, as on the CDN. */
  cachesReplies: boolean;
  /** Serves the sources instead, with hot module replacement. */
  hotReload: boolean;
};

type Middleware = (request: IncomingMessage, response: ServerResponse) => void;

/** The CDN on one machine: the production edge proxy, a cache of its replies, and the site's files. */
export async function openSite({
  port,
  settings,
  gateway,
  folder,
  cachesReplies,
  hotReload,
}: SiteOptions): Promise<Listener> {
  const env = new Map<string, string>(Object.entries(settings));
  // This machine has two names, and the shop is at home under both; a hosted one has one address.
  const siteUrl = new AsyncLocalStorage<string>();
  const get = (name: string) => (name === 'SITE_URL' && siteUrl.getStore()) || env.get(name);
  Object.assign(globalThis, { Netlify: { env: { get } }, caches: keptInMemory() });

  let files = builtSite(folder, {
    supabase: new URL(settings.FUNCTIONS_URL).origin,
    gateways: [gateway],
    blocksForms: true,
  });
  const proxy = cachesReplies ? cdnBefore(edgeProxy) : edgeProxy;
  const listener = await listen(port, async (request, { incoming, outgoing }) => {
    const ip = incoming.socket.remoteAddress ?? '127.0.0.1';
    const context = { ip, deploy: { context: 'production' }, waitUntil: () => {} } as unknown as Context;
    const { origin, host } = new URL(request.url);
    const own = host === `localhost:${port}` ? origin : settings.SITE_URL;
    const reply = await siteUrl.run(own, () => proxy(request, context));
    // Tests, for which nothing is cached, open pages by the thousand.
    compress(incoming, outgoing, !cachesReplies);
    if (reply) return reply;
    files(incoming, outgoing);
    return RESPONSE_ALREADY_SENT;
  });
  if (!hotReload) return listener;
  const vite = await viteOn(listener.server);
  files = vite.middlewares;
  return { ...listener, stop: () => vite.close().then(listener.stop) };
}

/** As Netlify does: serves a file of the site, the app shell for addresses of the app, and otherwise 404. */
export function builtSite(folder: string, settings: HeaderSettings): Middleware {
  // `dev` reads the folder on each request: the site may be rebuilt while it is served.
  const files = sirv(folder, { dev: true, etag: true, extensions: ['html'] });
  const rules = siteHeaders(settings);
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end('Method not allowed');
      return;
    }
    const url = request.url ?? '/';
    response.setHeader('Cache-Control', 'public, max-age=0, must-revalidate');
    for (const { below, headers } of rules) {
      if (url.startsWith(below)) response.setHeaders(new Map(Object.entries(headers)));
    }
    const answerNothing = () => {
      // Not cached: the next release may have a page there.
      response.writeHead(404, { 'Content-Type': 'text/html;charset=utf-8', 'Cache-Control': 'no-store' });
      response.end(request.method === 'HEAD' ? undefined : readFileSync(join(folder, '404.html')));
    };
    if (isHidden(url)) return answerNothing();
    files(request, response, () => {
      if (isAppAddress(url.replace(/[?#].*/, ''))) {
        request.url = `/${appShell}`;
        files(request, response);
        return;
      }
      answerNothing();
    });
  };
}

/** Whether an address names a hidden file, in any spelling that the files would be found by. */
function isHidden(url: string): boolean {
  try {
    return hiddenFiles.includes(posix.normalize(decodeURI(url.replace(/[?#].*/, ''))).replace(/\/$/, ''));
  } catch {
    return false;
  }
}

/** Vite is imported only when needed, to save memory in a shop that serves the built site. */
async function viteOn(server: Server) {
  const { createServer } = await import('vite');
  return createServer({
    configFile: 'web/vite.config.ts',
    server: { middlewareMode: true, hmr: { server } },
    appType: 'spa',
  });
}
