import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startReady } from './child-process.ts';
import { bundleFunctions, functionNames } from './function-bundles.ts';
import { forward } from './function-forwarding.ts';
import { acceptsConnections } from './shop-ports.ts';
import { keepRunning, type SupervisedProcess, type OnCrash } from './keep-running.ts';

/** Where Supabase's gateway has the functions. */
export const functionsPath = '/functions/v1/';

export type FunctionsRuntime = Awaited<ReturnType<typeof startFunctions>>;

type FunctionsOptions = {
  /** `supabase/functions`. */
  folder: string;
  /** Where the bundles are written. */
  bundleFolder: string;
  firstPort: number;
  /** The settings that the platform and the owner give to every function. */
  env: Record<string, string>;
  denoFolder: string;
  /** Stands in the command line of each process. */
  mark: string;
  logFolder: string;
  onCrash: OnCrash;
};

/** Less than half of the 256 MB of an isolate, which is retired when it has taken half: every test shows that it suffices. */
const maxHeapMegabytes = 120;

/**
 * Runs the bundle of every function, as it is deployed, in its own Deno process: without packages and remote imports, and
 * with no permissions other than network and environment.
 */
export async function startFunctions(options: FunctionsOptions) {
  const root = resolve(options.folder, '../..');
  const names = functionNames(options.folder);
  const bundleOf = (name: string) => resolve(options.bundleFolder, `${name}.js`);
  const ports = new Map(names.map((name, i) => [name, options.firstPort + i]));
  const running = new Map<string, SupervisedProcess>();

  const startProcess = (name: string) => {
    const port = ports.get(name) as number;
    const program = {
      command: denoBinary(),
      args: [
        'run',
        '--quiet',
        '--no-prompt',
        '--no-remote',
        '--no-npm',
        '--no-config',
        '--no-lock',
        '--allow-net',
        '--allow-env',
        `--v8-flags=--max-heap-size=${maxHeapMegabytes}`,
        '-',
        // Only names the process in lists of processes.
        options.mark,
        bundleOf(name),
      ],
      input: programOf(bundleOf(name), port),
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        DENO_DIR: options.denoFolder,
        DENO_NO_UPDATE_CHECK: '1',
        ...options.env,
      },
      logFile: join(options.logFolder, `function-${name}.log`),
    };
    return startReady(`Function ${name}`, program, () => acceptsConnections(port));
  };
  const writeBundles = async (wanted: readonly string[]) => {
    for (const [name, text] of await bundleFunctions(root, wanted)) {
      mkdirSync(dirname(bundleOf(name)), { recursive: true });
      writeFileSync(bundleOf(name), text);
    }
  };
  const start = async (name: string) => {
    running.set(name, await keepRunning(`Function ${name}`, () => startProcess(name), options.onCrash));
  };
  await writeBundles(names);
  await Promise.all(names.map(start));

  return {
    names,
    /** Answers `/functions/v1/<name>/…` as Supabase's gateway does. */
    answer: (incoming: IncomingMessage, outgoing: ServerResponse) => {
      const path = (incoming.url ?? '').replace(functionsPath, '/');
      const port = ports.get(path.split(/[/?]/)[1] ?? '');
      if (port !== undefined) return forward(incoming, outgoing, { port, path });
      outgoing
        .writeHead(404, { 'content-type': 'application/json' })
        .end(JSON.stringify({ code: 'NOT_FOUND', message: 'No such function' }));
    },
    /** Restarts one function, e.g. after its source changed. */
    restart: async (name: string) => {
      await writeBundles([name]);
      await running.get(name)?.stop();
      await start(name);
    },
    stop: async () => {
      await Promise.all([...running.values()].map((part) => part.stop()));
    },
  };
}

/**
 * Starts a function, which names no port itself, on a port of this machine: Deno 2.2 has no setting for it. It also loses
 * its reply when a large body was not read, as a refused one is not; Supabase's gateway reads every request to its end.
 */
function programOf(file: string, port: number): string {
  return `const { serve } = Deno;
    Deno.serve = (handler) =>
      serve({ hostname: '127.0.0.1', port: ${port}, onListen: () => {} }, async (request) => {
        const response = await handler(request);
        if (!request.bodyUsed) await request.arrayBuffer();
        return response;
      });
    await import(${JSON.stringify(pathToFileURL(file).href)});`;
}

function denoBinary(): string {
  const binary = join('node_modules', 'deno', process.platform === 'win32' ? 'deno.exe' : 'deno');
  if (!existsSync(binary)) throw new Error('Deno is not installed: type npm ci.');
  return binary;
}
