import postgres from 'postgres';
import type { Connection } from './load.ts';

/** A driver's connection to Postgres with the role that the functions use; `query` returns 503 when the shop was too busy. */
export function sqlConnection(
  databaseUrl: string,
  role: 'anon' | 'service_role',
  query: (sql: postgres.Sql) => Promise<void | 503>,
): Connection {
  const sql = postgres(databaseUrl, { max: 1, connection: { role }, onnotice: () => {} });
  return {
    send: () =>
      query(sql).then(
        (status) => status ?? 200,
        () => 500,
      ),
    end: () => sql.end(),
  };
}
