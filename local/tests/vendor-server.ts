import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { listen } from '../stack/http-listener.ts';

/**
 * The stand-ins of the vendors as a server, for a command in a process of its own.
 * @returns `env`, with which a command of Node speaks to them in place of all other machines
 */
export async function serveVendors(fetch: typeof globalThis.fetch) {
  const { server, stop } = await listen(0, async (request) => {
    const body = request.method === 'GET' ? undefined : await request.arrayBuffer();
    const { method, headers } = request;
    return fetch(headers.get('x-address') ?? '', { method, headers, body });
  });
  const forwarder = pathToFileURL(`${import.meta.dirname}/forward-fetch.mjs`).href;
  const { port } = server.address() as AddressInfo;
  return { stop, env: { STAND_INS: `http://127.0.0.1:${port}/`, NODE_OPTIONS: `--import ${forwarder}` } };
}
