import type { Sql } from '../shop-cast.ts';

/** The entries of a row in the history, the oldest first. */
export const historyOf = (sql: Sql, table: string, rowId: string) =>
  sql`select operation, actor_id, actor_role, before, after from public.history
    where table_name = ${table} and row_id = ${rowId} order by id`;
