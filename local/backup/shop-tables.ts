import type postgres from 'postgres';

type ShopTable = { schema: string; name: string; columns: string[] };

/** The tables of the platform that accounts need. Sessions are not backed up. */
const authTables = ['users', 'identities'];

/** Every table of a backup, with its columns except generated ones. */
export async function shopTables(sql: postgres.Sql): Promise<ShopTable[]> {
  return sql<ShopTable[]>`
    select n.nspname as schema, c.relname as name, array(
      select a.attname::text from pg_catalog.pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum
    ) as columns
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and (n.nspname in ('public', 'private') or n.nspname = 'auth' and c.relname = any(${authTables}))
      and not exists (select from pg_catalog.pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by schema, name`;
}

/** The versions of the applied migrations, the oldest first. */
export async function migrationsOf(sql: postgres.Sql): Promise<string[]> {
  const [table] = await sql`select to_regclass('supabase_migrations.schema_migrations') is not null as found`;
  if (!table?.found) return [];
  const rows = await sql<{ version: string }[]>`
    select version from supabase_migrations.schema_migrations order by version`;
  return rows.map(({ version }) => version);
}

/** As SQL names it. */
export const tableName = ({ schema, name }: { schema: string; name: string }) =>
  `${quoted(schema)}.${quoted(name)}`;

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
