import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';
import type { Sql } from '../shop-cast.ts';

const migrations = 'supabase/migrations';

/**
 * A database as a hosted project has it before its first migration, which the stack has not touched. Its owner is not a
 * superuser (the role `postgres` of a hosted project is not one either), each role has the time limit that it has there
 * (https://supabase.com/docs/guides/database/postgres/timeouts), and text is sorted and read as there, by C.UTF-8
 * (https://github.com/supabase/cli/issues/1309). Drops it with `drop`.
 */
export async function untouchedDatabase(stack: Sql, ...extras: string[]) {
  const name = `untouched_${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  await stack.unsafe(`
    create role ${name} login password '${password}' nosuperuser createrole bypassrls;
    grant anon, authenticated, service_role to ${name};
    grant set on parameter session_replication_role to ${name};`);
  await stack.unsafe(
    `create database ${name} template template0 owner ${name} encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8'`,
  );
  for (const [role, limit] of [
    ['anon', '3s'],
    ['authenticated', '8s'],
    ['service_role', '8s'],
    [name, '2min'],
  ])
    await stack.unsafe(`alter role ${role} in database ${name} set statement_timeout = '${limit}'`);

  const url = new URL(stackUnderTest().addresses.postgres);
  url.pathname = `/${name}`;
  const platform = postgres(url.href, { max: 1, onnotice: () => {} });
  for (const file of ['hosted-platform.sql', ...extras])
    await platform.unsafe(readFileSync(join('supabase/tests/database', file), 'utf8'));
  // The platform keeps its schemas to itself; the owner of the project may use what is in them, and watch new accounts.
  for (const { schema } of await platform<{ schema: string }[]>`
    select nspname as schema from pg_namespace where nspname in ('extensions', 'auth', 'storage', 'cron', 'net', 'vault')`)
    await platform.unsafe(`
      grant all on schema ${schema} to ${name};
      grant all on all tables in schema ${schema} to ${name};
      grant all on all functions in schema ${schema} to ${name};`);
  await platform.unsafe(`
    grant all on schema public to ${name};
    -- In place of the platform's own rule that lets its owner write policies of this table.
    alter table storage.objects owner to ${name};
    alter default privileges for role ${name} in schema public grant all on tables to anon, authenticated, service_role;
    alter default privileges for role ${name} in schema public grant all on functions to anon, authenticated, service_role;
    alter default privileges for role ${name} in schema public grant all on sequences to anon, authenticated, service_role;`);

  url.username = name;
  url.password = password;
  const sql: Sql = postgres(url.href, { max: 1, onnotice: () => {} });
  return {
    /** As the owner. */
    sql,
    url: url.href,
    migrate: async (isWanted: (file: string) => boolean = () => true) => {
      for (const file of readdirSync(migrations).filter(isWanted).sort()) {
        const text = readFileSync(join(migrations, file), 'utf8');
        await sql
          .begin((transaction) => transaction.unsafe(text))
          .catch((error: Error) => {
            throw new Error(`${file}: ${error.message}`);
          });
      }
    },
    drop: async () => {
      await sql.end();
      await platform.end();
      await stack.unsafe(`drop database if exists ${name} with (force)`);
      await stack.unsafe(`revoke set on parameter session_replication_role from ${name}`);
      await stack.unsafe(`drop role if exists ${name}`);
    },
  };
}
