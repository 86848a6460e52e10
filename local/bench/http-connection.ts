import { connect } from 'node:net';
import type { Connection } from './load.ts';

export type Request = {
  method?: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
};

/** A connection without traffic for this long counts as failed. */
const timeoutMs = 20_000;

/**
 * A keep-alive connection on a plain socket: Node's own HTTP client needs more CPU than a bare server, so it would be
 * the bottleneck. Of a reply it parses only the status and the end. Replies must be JSON, which never contains the five
 * bytes that end a chunked body.
 */
export function httpConnection(origin: string, next: () => Request): Connection {
  const { host, hostname, port } = new URL(origin);
  let current = openSocket(hostname, Number(port));
  return {
    send: () => {
      if (!current.isOpen()) current = openSocket(hostname, Number(port));
      return current.send(serialized(next(), host));
    },
    end: () => current.end(),
  };
}

/**
 * An address of this machine, a different one for each connection: the shop counts what an address holds and requests. On
 * systems other than Linux only 127.0.0.1 is configured.
 */
export function clientAddress(): string {
  const byte = () => Math.floor(Math.random() * 254) + 1;
  return process.platform === 'linux' ? `127.${byte()}.${byte()}.${byte()}` : '127.0.0.1';
}

function openSocket(host: string, port: number) {
  const socket = connect({ port, host, localAddress: clientAddress() })
    .setNoDelay(true)
    .setTimeout(timeoutMs);
  let isOpen = true;
  let answered: (status: number) => void = () => {};
  let reply = newReplyParser();
  socket.on('data', (chunk: Buffer) => {
    if (!reply.isCompleteAfter(chunk)) return;
    const { status, isLast } = reply;
    reply = newReplyParser();
    if (isLast) {
      isOpen = false;
      socket.destroy();
    }
    answered(status);
  });
  socket.on('timeout', () => socket.destroy());
  socket.on('error', () => {});
  socket.on('close', () => {
    isOpen = false;
    answered(0);
  });
  return {
    isOpen: () => isOpen,
    send: (text: string) =>
      new Promise<number>((resolve) => {
        answered = resolve;
        socket.write(text);
      }),
    end: () => void socket.destroy(),
  };
}

/** Parses one reply as its bytes arrive. */
function newReplyParser() {
  let head = '';
  let isHeadRead = false;
  /** Bytes of the body still to come; null when the body is chunked. */
  let left: number | null = 0;
  let end = '';
  return {
    status: 0,
    /** The server closes the connection after this reply: Deno does so after some request bodies. */
    isLast: false,
    isCompleteAfter(chunk: Buffer): boolean {
      let body = chunk;
      if (!isHeadRead) {
        const before = head.length;
        head += chunk.toString('latin1');
        const headEnd = head.indexOf('\r\n\r\n');
        if (headEnd < 0) return false;
        isHeadRead = true;
        body = chunk.subarray(headEnd + 4 - before);
        head = head.slice(0, headEnd);
        this.status = Number(head.slice(9, 12));
        this.isLast = /\r\nconnection: close/i.test(head);
        left = /\r\ntransfer-encoding: chunked/i.test(head)
          ? null
          : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
      }
      if (left !== null) {
        left -= body.length;
        return left <= 0;
      }
      end = (end + body.subarray(-lastChunk.length).toString('latin1')).slice(-lastChunk.length);
      return end === lastChunk;
    },
  };
}

const lastChunk = '0\r\n\r\n';

function serialized({ method = 'GET', path, headers = {}, body = '' }: Request, host: string): string {
  const all: Record<string, string> = { host, ...headers };
  if (method === 'POST') {
    all['content-type'] = 'application/json';
    all['content-length'] = String(Buffer.byteLength(body));
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
