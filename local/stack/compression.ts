import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

type Encoding = 'br' | 'gzip';
type Middleware = (request: IncomingMessage, response: ServerResponse) => void;

/** Smaller bodies are not worth compressing. */
const minBytes = 1024;
const isText = /^(text\/|application\/(json|javascript|manifest\+json|xml)|image\/svg\+xml)/;

/** The best encoding that a request accepts; null for none. */
export function encodingFor(accepted: string | null | undefined): Encoding | null {
  const named = (accepted ?? '').split(',').map((part) => part.trim().replaceAll(' ', '').toLowerCase());
  const accepts = (name: string) =>
    named.some((part) => new RegExp(`^${name}(;q=(?!0(\\.0*)?$).*)?$`).test(part));
  return accepts('br') ? 'br' : accepts('gzip') ? 'gzip' : null;
}

export const isWorthCompressing = (contentType: string | null | undefined, bytes: number): boolean =>
  bytes >= minBytes && isText.test(contentType ?? '');

const compressedCopies = new WeakMap<Uint8Array, Partial<Record<Encoding, Promise<Buffer>>>>();

/** Compresses the same bytes only once, as a CDN caches the compressed copy. */
export function compressed(bytes: Uint8Array, encoding: Encoding): Promise<Buffer> {
  const copies = compressedCopies.get(bytes) ?? {};
  compressedCopies.set(bytes, copies);
  return (copies[encoding] ??=
    encoding === 'br'
      ? promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      : promisify(gzip)(bytes));
}

/** Files whose compressed copies are cached. */
const maxFiles = 2_000;

/** Compresses the text replies of `files`, as the CDN does. */
export function compressingFiles(files: Middleware): Middleware {
  // By address and etag, so that a file is compressed once.
  const cache = new Map<string, Buffer>();
  const reuse = (request: IncomingMessage, etag: unknown, body: Buffer): Buffer => {
    const key = `${(request.url ?? '').replace(/[?#].*/, '')} ${String(etag)}`;
    const cached = cache.get(key);
    if (cached?.equals(body)) return cached;
    if (cache.size >= maxFiles) cache.clear();
    cache.set(key, body);
    return body;
  };

  return (request, response) => {
    const encoding = request.method === 'GET' ? encodingFor(request.headers['accept-encoding']) : null;
    if (encoding) {
      transformWhole(response, async (headers, body) => ({
        headers: { ...headers, 'content-encoding': encoding, vary: 'Accept-Encoding' },
        body: await compressed(reuse(request, headers.etag, body), encoding),
      }));
    }
    files(request, response);
  };
}

type Answer = { headers: OutgoingHttpHeaders; body: Buffer };

/** Collects a text response and passes it to `change` before it is sent; other responses are streamed unchanged. */
function transformWhole(
  response: ServerResponse,
  change: (headers: OutgoingHttpHeaders, body: Buffer) => Promise<Answer>,
) {
  const { writeHead, write, end } = response;
  const restore = () => Object.assign(response, { writeHead, write, end });
  const begin = (status: number, given: OutgoingHttpHeaders = {}) => {
    restore();
    const headers: OutgoingHttpHeaders = { ...response.getHeaders(), ...lowerCased(given) };
    const isWhole = status === 200 || status === 404;
    const length = Number(headers['content-length'] ?? minBytes);
    if (!isWhole || !isWorthCompressing(String(headers['content-type']), length))
      return response.writeHead(status, given);
    const chunks: Buffer[] = [];
    response.write = ((chunk: Uint8Array) => chunks.push(Buffer.from(chunk)) > 0) as typeof write;
    response.end = ((chunk?: Uint8Array) => {
      if (chunk) chunks.push(Buffer.from(chunk));
      restore();
      void change(headers, Buffer.concat(chunks)).then(({ headers: changed, body }) => {
        // The shop may be stopping and may have replied or closed the connection already.
        if (response.headersSent || response.destroyed) return;
        response.writeHead(status, { ...changed, 'content-length': body.length }).end(body);
      });
      return response;
    }) as typeof end;
    return response;
  };
  response.writeHead = begin as typeof writeHead;
}

const lowerCased = (headers: OutgoingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
