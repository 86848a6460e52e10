import { connect } from 'node:net';
import type { Line } from './load.ts';

export type Request = {
  method?: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string;
};

/** Milliseconds without a byte, after which there is no answer. */
const patience = 20_000;

/**
 * A connection that stays open, on a bare socket: Node's own client needs more of the processor than a bare server, and
 * would be what is measured. It reads of an answer its status and where it ends. What is asked for must answer JSON,
 * which never has the five bytes inside that end a body in chunks.
 */
export function httpLine(origin: string, next: () => Request): Line {
  const { host, hostname, port } = new URL(origin);
  let current = lineTo(hostname, Number(port));
  return {
    ask: () => {
      if (!current.isOpen()) current = lineTo(hostname, Number(port));
      return current.ask(textOf(next(), host));
    },
    end: () => current.end(),
  };
}

function lineTo(hostname: string, port: number) {
  const socket = connect(port, hostname).setNoDelay(true).setTimeout(patience);
  let isOpen = true;
  let answered: (status: number) => void = () => {};
  let reply = newReply();
  socket.on('data', (chunk: Buffer) => {
    if (!reply.isWholeWith(chunk)) return;
    const { status, isLast } = reply;
    reply = newReply();
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
    ask: (text: string) =>
      new Promise<number>((resolve) => {
        answered = resolve;
        socket.write(text);
      }),
    end: () => void socket.destroy(),
  };
}

/** An answer as it comes in, piece by piece. */
function newReply() {
  let head = '';
  let isHeadRead = false;
  /** Bytes of the body that are still to come; null when it ends with an empty chunk. */
  let left: number | null = 0;
  let end = '';
  return {
    status: 0,
    /** The server closes the connection after it: Deno does after some bodies that it was sent. */
    isLast: false,
    isWholeWith(chunk: Buffer): boolean {
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

function textOf({ method = 'GET', path, headers = {}, body = '' }: Request, host: string): string {
  const all: Record<string, string> = { host, ...headers };
  if (method === 'POST') {
    all['content-type'] = 'application/json';
    all['content-length'] = String(Buffer.byteLength(body));
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}
