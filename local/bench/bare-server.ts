import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';

/** Minimal servers that send the same bytes to everybody. Each reads them from standard input and prints its port. */
const programs = {
  node: {
    command: process.execPath,
    args: [
      '-e',
      `const body = require('node:fs').readFileSync(0);
      const headers = { 'content-type': 'application/json', 'content-length': body.length };
      require('node:http').createServer((request, response) => {
        request.resume();
        response.writeHead(200, headers).end(body);
      }).listen(0, '127.0.0.1', function () { console.log(this.address().port); });`,
    ],
  },
  deno: {
    command: join('node_modules', 'deno', process.platform === 'win32' ? 'deno.exe' : 'deno'),
    args: [
      'eval',
      `const body = new Uint8Array(await new Response(Deno.stdin.readable).arrayBuffer());
      Deno.serve(
        { hostname: '127.0.0.1', port: 0, onListen: ({ port }) => console.log(port) },
        () => new Response(body, { headers: { 'content-type': 'application/json' } }),
      );`,
    ],
  },
};

/** Starts a process that answers every request with `body`, calls `work` with its origin and then stops it. */
export async function withBareServer<T>(
  kind: keyof typeof programs,
  body: string,
  work: (origin: string) => Promise<T>,
): Promise<T> {
  const { command, args } = programs[kind];
  const child = spawn(command, args, {
    env: { ...process.env, DENO_NO_UPDATE_CHECK: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  try {
    child.stdin.end(body);
    const port = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).once('line', resolve);
      child.once('error', reject).once('exit', () => reject(new Error(`The bare ${kind} server exited.`)));
    });
    return await work(`http://127.0.0.1:${port}`);
  } finally {
    child.kill();
    await ended;
  }
}
