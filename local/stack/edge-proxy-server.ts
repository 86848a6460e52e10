import { createReadStream, existsSync, statSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import { Readable } from 'node:stream';
import type { Context } from '@netlify/edge-functions';
import edgeProxy from '../../web/edge/proxy/index.ts';

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** The headers that netlify.toml gives every static file; a test compares the two. */
export const staticHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'content-security-policy':
    "default-src 'self'; img-src 'self' data: blob: https:; style-src 'self'; script-src 'self'; connect-src 'self' https://*.supabase.co; object-src 'none'; base-uri 'self'; frame-ancestors 'none'",
};

export type EdgeProxySettings = { FUNCTIONS_URL: string; EDGE_PROXY_SECRET: string };

/** As `staticHeaders`, with this machine's Supabase in place of a hosted one: no request leaves the machine. */
function headersFor(supabase: string): Record<string, string> {
  const policy = staticHeaders['content-security-policy'] ?? '';
  return {
    ...staticHeaders,
    'content-security-policy': policy
      .replace("connect-src 'self' https://*.supabase.co", `connect-src 'self' ${supabase}`)
      .replace('blob: https:', `blob: https: ${supabase}`),
  };
}

/** The CDN on one machine: the very edge proxy of production before the built site. */
export function edgeProxyServer(settings: EdgeProxySettings, siteFolder: string) {
  const headers = headersFor(new URL(settings.FUNCTIONS_URL).origin);
  const env = new Map<string, string>(Object.entries(settings));
  Object.assign(globalThis, { Netlify: { env: { get: (name: string) => env.get(name) } } });

  return async (request: Request, remoteAddress: string): Promise<Response> => {
    const context = { ip: remoteAddress } as Context;
    return (await edgeProxy(request, context)) ?? staticFile(request, siteFolder, headers);
  };
}

/** A file of the site, the page of the app for every other address, 404 for a chunk that is gone. */
function staticFile(request: Request, folder: string, given: Record<string, string>): Response {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return new Response('Method not allowed', { status: 405, headers: { allow: 'GET, HEAD' } });
  }
  const path = decoded(new URL(request.url).pathname);
  const file = path === null ? null : existingFile(folder, path);
  if (file) return send(request, file, path?.startsWith('/assets/') ?? false, given);
  if (path?.startsWith('/assets/')) return new Response('Not found', { status: 404 });
  return send(request, join(folder, 'app-shell.html'), false, given);
}

function decoded(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
}

function existingFile(folder: string, path: string): string | null {
  if (path.includes('\0')) return null;
  const file = normalize(join(folder, path));
  if (!file.startsWith(normalize(`${folder}/`))) return null;
  if (existsSync(file) && statSync(file).isFile()) return file;
  // As the CDN does: `/returns` is returns.html.
  const page = path === '/' ? join(folder, 'index.html') : `${file.replace(/\/$/, '')}.html`;
  return existsSync(page) ? page : null;
}

function send(request: Request, file: string, immutable: boolean, given: Record<string, string>): Response {
  const { size, mtimeMs } = statSync(file);
  const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
  const headers = {
    ...given,
    etag,
    'content-type': contentTypes[extname(file)] ?? 'application/octet-stream',
    'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'public, max-age=0, must-revalidate',
  };
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
  if (request.method === 'HEAD') return new Response(null, { headers });
  return new Response(Readable.toWeb(createReadStream(file)) as ReadableStream, { headers });
}
