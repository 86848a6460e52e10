import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

type Encoding = 'br' | 'gzip';
type Middleware = (request: IncomingMessage, response: ServerResponse) => void;

/** Bytes; less is not worth it. */
const least = 1024;
const isText = /^(text\/|application\/(json|javascript|manifest\+json|xml)|image\/svg\+xml)/;

/** The better one of those that a request accepts; null for none. */
export function encodingFor(accepted: string | null | undefined): Encoding | null {
  const named = (accepted ?? '').split(',').map((part) => part.trim().replaceAll(' ', '').toLowerCase());
  const takes = (name: string) =>
    named.some((part) => new RegExp(`^${name}(;q=(?!0(\\.0*)?$).*)?$`).test(part));
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null;
}

export const isWorthCompressing = (contentType: string | null | undefined, bytes: number): boolean =>
  bytes >= least && isText.test(contentType ?? '');

const done = new WeakMap<Uint8Array, Partial<Record<Encoding, Promise<Buffer>>>>();

/** The same bytes are compressed once, as a CDN keeps the compressed copy. */
export function compressed(bytes: Uint8Array, encoding: Encoding): Promise<Buffer> {
  const copies = done.get(bytes) ?? {};
  done.set(bytes, copies);
  return (copies[encoding] ??=
    encoding === 'br'
      ? promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      : promisify(gzip)(bytes));
}

/** Files whose copies are kept. */
const mostFiles = 2_000;

/** Compresses what `files` answers, as the CDN does with text. */
export function compressingFiles(files: Middleware): Middleware {
  // By address and mark, so that a file is compressed once.
  const known = new Map<string, Buffer>();
  const keep = (request: IncomingMessage, mark: unknown, body: Buffer): Buffer => {
    const key = `${(request.url ?? '').replace(/[?#].*/, '')} ${String(mark)}`;
    const kept = known.get(key);
    if (kept?.equals(body)) return kept;
    if (known.size >= mostFiles) known.clear();
    known.set(key, body);
    return body;
  };

  return (request, response) => {
    const encoding = request.method === 'GET' ? encodingFor(request.headers['accept-encoding']) : null;
    if (encoding) {
      collected(response, async (headers, body) => ({
        headers: { ...headers, 'content-encoding': encoding, vary: 'Accept-Encoding' },
        body: await compressed(keep(request, headers.etag, body), encoding),
      }));
    }
    files(request, response);
  };
}

type Answer = { headers: OutgoingHttpHeaders; body: Buffer };

/** Lets `change` have the whole of a text that is being answered before it leaves; anything else passes as it comes. */
function collected(
  response: ServerResponse,
  change: (headers: OutgoingHttpHeaders, body: Buffer) => Promise<Answer>,
) {
  const { writeHead, write, end } = response;
  const asItWas = () => Object.assign(response, { writeHead, write, end });
  const begin = (status: number, given: OutgoingHttpHeaders = {}) => {
    asItWas();
    const headers: OutgoingHttpHeaders = { ...response.getHeaders(), ...inSmallLetters(given) };
    const isWhole = status === 200 || status === 404;
    const length = Number(headers['content-length'] ?? least);
    if (!isWhole || !isWorthCompressing(String(headers['content-type']), length))
      return response.writeHead(status, given);
    const chunks: Buffer[] = [];
    response.write = ((chunk: Uint8Array) => chunks.push(Buffer.from(chunk)) > 0) as typeof write;
    response.end = ((chunk?: Uint8Array) => {
      if (chunk) chunks.push(Buffer.from(chunk));
      asItWas();
      void change(headers, Buffer.concat(chunks)).then(({ headers: changed, body }) => {
        // The shop may be stopping, and has then answered or hung up.
        if (response.headersSent || response.destroyed) return;
        response.writeHead(status, { ...changed, 'content-length': body.length }).end(body);
      });
      return response;
    }) as typeof end;
    return response;
  };
  response.writeHead = begin as typeof writeHead;
}

const inSmallLetters = (headers: OutgoingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
