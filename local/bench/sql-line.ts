import postgres from 'postgres';
import type { Line } from './load.ts';

/** A connection of a driver that asks Postgres the same, as the role that a caller of the functions has; `ask` answers 503 when the shop was too busy. */
export function sqlLine(
  databaseUrl: string,
  role: 'anon' | 'service_role',
  ask: (sql: postgres.Sql) => Promise<void | 503>,
): Line {
  const sql = postgres(databaseUrl, { max: 1, connection: { role }, onnotice: () => {} });
  return {
    ask: () =>
      ask(sql).then(
        (status) => status ?? 200,
        () => 500,
      ),
    end: () => sql.end(),
  };
}
