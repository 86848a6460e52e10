import { connect, createServer, type Server } from 'node:net';

/** Ports on 127.0.0.1; the functions take `functions` and the ones after it. */
export type ShopPorts = {
  site: number;
  supabase: number;
  postgres: number;
  gateway: number;
  functions: number;
};

const portSettings: Record<keyof ShopPorts, { name: string; standard: number }> = {
  site: { name: 'SITE_PORT', standard: 8888 },
  supabase: { name: 'SUPABASE_PORT', standard: 54321 },
  postgres: { name: 'POSTGRES_PORT', standard: 54322 },
  gateway: { name: 'GATEWAY_PORT', standard: 8890 },
  // Below 32768, from where Linux takes the ports of outgoing connections: the functions are the last to listen, and the
  // shop has connections of its own by then.
  functions: { name: 'FUNCTIONS_PORT', standard: 8891 },
};

/** The ports of `npm start`, from the environment. @throws Error with a message for the user */
export function portsFromEnvironment(env: Record<string, string | undefined>): ShopPorts {
  const entries = Object.entries(portSettings).map(([part, { name, standard }]) => {
    const port = env[name] ? Number(env[name]) : standard;
    if (!Number.isInteger(port) || port < 1 || port > 65_000) {
      throw new Error(
        `${name}=${env[name]} is no port: set a number from 1 to 65000 in .env, e.g. ${name}=${standard}.`,
      );
    }
    return [part, port];
  });
  return Object.fromEntries(entries) as ShopPorts;
}

/** @throws Error naming the first busy port and the setting that changes it */
export async function refuseBusyPorts(ports: ShopPorts, functionCount: number): Promise<void> {
  for (const [part, { name }] of Object.entries(portSettings)) {
    const first = ports[part as keyof ShopPorts];
    const count = part === 'functions' ? functionCount : 1;
    for (let port = first; port < first + count; port += 1) {
      if (!(await isFree(port))) {
        throw new Error(
          `Port ${port} is in use: stop what uses it, or type ${name}=${port + 1000} npm start (or put it in .env).`,
        );
      }
    }
  }
}

/** Ports are given out in blocks: the last port of a block shows every process of this machine that the block is taken. */
const blocks = { first: 20_000, size: 20, count: 500 };

/**
 * Consecutive ports that nothing listens on, reserved until this process ends: two shops that start at the same moment
 * never get the same ones.
 * @param functionCount at most 15
 * @throws Error when none are left
 */
export async function freePorts(functionCount: number): Promise<ShopPorts> {
  for (let tries = 0; tries < 200; tries += 1) {
    const first = blocks.first + blocks.size * Math.floor(Math.random() * blocks.count);
    if (!(await reserve(first + blocks.size - 1))) continue;
    const free = await Promise.all(Array.from({ length: 4 + functionCount }, (_, i) => isFree(first + i)));
    if (free.every(Boolean)) {
      return {
        site: first,
        supabase: first + 1,
        postgres: first + 2,
        gateway: first + 3,
        functions: first + 4,
      };
    }
  }
  throw new Error('No free ports between 20000 and 30000.');
}

/** Listens on the port until this process ends, without keeping it alive. Returns null when it is taken. */
function reserve(port: number): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy()).unref();
    server.once('error', () => resolve(null));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(server));
  });
}

export async function isFree(port: number): Promise<boolean> {
  const server = await reserve(port);
  if (server) await new Promise((closed) => server.close(closed));
  return server !== null;
}

/** Waits for a program. Tries a connection, not a request, so that it has not handled one before the first real one. */
export async function acceptsConnections(port: number): Promise<void> {
  for (let waited = 0; waited < 30_000; waited += 50) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.unref().end();
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Nothing answered on port ${port} within 30 s.`);
}
