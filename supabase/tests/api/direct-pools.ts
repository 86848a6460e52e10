import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type postgres from 'postgres';
import { afterEach, type Mock, vi } from 'vitest';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import { type DirectPool, directPool } from '../../functions/_shared/supabase/direct-calls.ts';
import { supabaseClients } from '../../functions/_shared/supabase/supabase-clients.ts';

const { addresses, keys } = stackUnderTest();

/** The address of Postgres. */
export const address = addresses.postgres;

export const env = new Map([
  ['SUPABASE_URL', addresses.supabase],
  ['SUPABASE_DB_URL', addresses.postgres],
  ['DIRECT_CALLS', 'on'],
  ['SUPABASE_PUBLISHABLE_KEYS', JSON.stringify({ default: keys.publishable })],
  ['SUPABASE_SECRET_KEYS', JSON.stringify({ default: keys.secret })],
]);
// supabase-js looks for one when a client is made, and Node 20 has none; nothing here uses it.
vi.stubGlobal('WebSocket', class {});
export const { asVisitor, asShop } = supabaseClients(env);
export const visitors = directPool(env, 'catalogue') as DirectPool;
export const counting = directPool(env, 'counting') as DirectPool;

let pools: postgres.Sql[] = [];
let servers: Server[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(pools.map((pool) => pool.end({ timeout: 1 })));
  pools = [];
  for (const server of servers) server.close();
  servers = [];
});

/** A pool whose connections are closed after the test. */
export function opening(
  direct: DirectPool,
  open = direct.open,
): DirectPool & { open: Mock<() => postgres.Sql> } {
  const opened = vi.fn(() => {
    const pool = open();
    pools.push(pool);
    return pool;
  });
  return { ...direct, open: opened };
}

/** The direct connections on which a call of this function waits for a lock. */
export const waitingFor = (owner: postgres.Sql, name: string) => () =>
  owner<{ pid: number }[]>`
  select pid from pg_stat_activity
  where application_name = 'api' and wait_event_type = 'Lock' and strpos(query, ${name}) > 0`;

/** A server that takes the place of Postgres. */
export async function serverThat(
  answers: (socket: Socket) => void,
  name: 'catalogue' | 'orders' = 'catalogue',
): Promise<DirectPool> {
  const server = createServer((socket) => answers(socket.on('error', () => {})));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const instead = address.replace(/:\d+\//, `:${port}/`);
  return directPool(new Map([...env, ['SUPABASE_DB_URL', instead]]), name) as DirectPool;
}

/** Refuses a connection as Supavisor does for a project that it does not know. */
export function refused(socket: Socket): void {
  const fields = Buffer.from('SFATAL\0VFATAL\0CXX000\0MTenant or user not found\0\0');
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  socket.once('data', () => socket.end(Buffer.concat([head, fields])));
}

/**
 * A pool for orders whose connections to Postgres end with the call that has `argument`: `unsent` before Postgres gets it,
 * `unanswered` before the reply to it.
 */
export function relayThatEnds(argument: string, end: 'unsent' | 'unanswered'): Promise<DirectPool> {
  const { hostname, port } = new URL(address);
  return serverThat((socket) => {
    const database = connect(Number(port), hostname).on('error', () => {});
    let isCalled = false;
    socket.on('data', (sent) => {
      isCalled ||= sent.includes(argument);
      if (isCalled && end === 'unsent') socket.destroy();
      else database.write(sent);
    });
    database.on('data', (answer) => (isCalled ? socket.destroy() : socket.write(answer)));
    socket.on('close', () => database.end());
  }, 'orders');
}
