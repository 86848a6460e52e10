import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Hono } from 'hono';
import { type Child, startChild } from '../stack/child-process.ts';
import { functionNames } from '../stack/functions-runtime.ts';
import { listen } from '../stack/http-listener.ts';
import {
  type FunctionRequest,
  functionRequests,
  functionSettings,
  platformAnswers,
} from './function-requests.ts';

/** A start takes one second, and several on a busy machine. */
const timeoutMs = 60_000;

/**
 * Starts each function under a Deno, with fakes of the database and the mail provider, and sends it one request. Returns
 * one sentence for each that does not start or answers differently.
 * @param deno the program; Supabase's platform has 2.1 (https://github.com/orgs/supabase/discussions/37941)
 */
export async function hostedDenoFindings(root: string, deno: string): Promise<string[]> {
  const platform = new Hono();
  for (const [path, answer] of Object.entries(platformAnswers))
    platform.post(path, (c) => c.json(answer.length > 1 ? answer.shift() : answer[0]));
  const { server, stop } = await listen(0, (request) => platform.fetch(request));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const logs = mkdtempSync(join(tmpdir(), 'shop-hosted-deno-'));
  try {
    const findings = await Promise.all(
      functionNames(join(root, 'supabase/functions')).map((name) =>
        findingOf({ root, deno, name, address, logs }),
      ),
    );
    return findings.filter((finding) => finding !== null);
  } finally {
    await stop();
    rmSync(logs, { recursive: true, force: true });
  }
}

type FunctionUnderTest = { root: string; deno: string; name: string; address: string; logs: string };

async function findingOf(functionUnderTest: FunctionUnderTest): Promise<string | null> {
  const { name } = functionUnderTest;
  const functionRequest = functionRequests[name];
  if (!functionRequest) return `${name}: local/deploy-check/function-requests.ts has no request for it.`;
  const child = startFunction(functionUnderTest);
  let printed = '';
  child.onOutput((text) => (printed += text));
  try {
    const port = await Promise.race([portOf(child), child.crashed.then(() => null)]);
    const answer =
      port === null
        ? null
        : await send(`http://127.0.0.1:${port}/${name}`, functionRequest).catch(() => null);
    if (answer === null) {
      // The output of a process may arrive after its end.
      for (let tries = 0; tries < 50 && !isError.test(printed); tries += 1)
        await new Promise((resolve) => setTimeout(resolve, 20));
      return `Under the Deno of Supabase’s platform ${name} does not run: ${lastError(printed)}`;
    }
    return answer.status === functionRequest.status && answer.text.includes(functionRequest.contains)
      ? null
      : `Under the Deno of Supabase’s platform ${name} answers ${answer.status} ${answer.text.slice(0, 200)}`;
  } finally {
    await child.stop();
  }
}

async function send(address: string, { path, request }: FunctionRequest) {
  const answer = await fetch(`${address}${path}`, {
    ...request,
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: answer.status, text: await answer.text() };
}

/** With the permissions of the local stack, and read access, since it is imported by its path. */
function startFunction({ root, deno, name, address, logs }: FunctionUnderTest): Child {
  const folder = join(root, 'supabase/functions', name);
  return startChild(`Function ${name}`, {
    command: deno,
    args: [
      ...[
        'run',
        '--quiet',
        '--no-prompt',
        '--no-remote',
        '--no-check',
        '--no-lock',
        '--node-modules-dir=manual',
      ],
      ...['--config', join(folder, 'deno.json'), '--allow-net', '--allow-env', '--allow-read'],
      ...[resolve('local/deploy-check/serve-on-free-port.mjs'), pathToFileURL(join(folder, 'index.ts')).href],
    ],
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, NO_COLOR: '1' },
      ...{ DENO_DIR: resolve('.shop/hosted-deno'), DENO_NO_UPDATE_CHECK: '1' },
      ...functionSettings(address),
    },
    logFile: join(logs, name),
  });
}

function portOf(child: Child): Promise<number> {
  return new Promise((found, reject) => {
    const limit = setTimeout(
      () => reject(new Error(`A function did not start within ${timeoutMs / 1000} s.`)),
      timeoutMs,
    );
    child.onOutput((text) => {
      const [, port] = /Listening on port (\d+)\./.exec(text) ?? [];
      if (port === undefined) return;
      clearTimeout(limit);
      found(Number(port));
    });
    void child.crashed.then(() => clearTimeout(limit));
  });
}

const isError = /error|exception/i;

/** The line of the output that contains the error. */
function lastError(printed: string): string {
  const lines = printed.split('\n').filter(Boolean);
  return (lines.find((line) => isError.test(line)) ?? lines.at(-1) ?? 'it prints nothing').trim();
}
