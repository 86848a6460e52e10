import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { expect, onTestFinished, test } from 'vitest';
import { type PostgresServer, startPostgres } from '../stack/postgres-server.ts';
import { commandOf } from '../stack/running-process.ts';
import { freePorts } from '../stack/shop-ports.ts';

test('after the main process was killed in the middle of a query, Postgres starts again at once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shop-orphans-'));
  // As root, Postgres runs as another user, who must be able to enter the folder.
  chmodSync(folder, 0o711);
  const { postgres: port } = await freePorts(0);
  let server: PostgresServer | undefined;
  onTestFinished(async () => {
    await server?.child.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });
  const start = () =>
    startPostgres({
      folder: join(folder, 'data'),
      port,
      password: 'postgres',
      logFile: join(folder, 'postgres.log'),
      throwAway: false,
    });

  server = await start();
  const sql = postgres(server.url, { max: 1, onnotice: () => {} });
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const connection = row?.pid ?? 0;
  // A query that only computes does not notice that the main process is gone.
  const busy = sql`do $$ begin loop perform 1; end loop; end $$`.catch((error: Error) => error);
  await new Promise((resolve) => setTimeout(resolve, 300));

  process.kill(server.child.pid, 'SIGKILL');
  await server.child.crashed;
  expect(await commandOf(connection)).toContain('postgres: ');
  server = await start();

  expect(await commandOf(connection)).not.toContain('postgres: ');
  expect(await busy).toBeInstanceOf(Error);
  await sql.end({ timeout: 1 });
});
