import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrationsIn, projectDatabase, shopTexts } from '../../../local/deploy/project-database.ts';
import { schemaAdvice } from '../../../local/testing/schema-advice.ts';
import { textPages } from '../../functions/_shared/contract/shop-text-pages.ts';
import { type Sql } from '../shop-cast.ts';
import { openTestDatabase } from '../test-database.ts';
import { untouchedDatabase } from './untouched.ts';

/*
 * The stack prepares its database in its own way before the migrations. Here they meet one that it has not touched: as a
 * hosted project is, with rights on everything for everybody, by the code of the deployment, as a role that is no superuser.
 */
const stack = openTestDatabase();
let untouched: Awaited<ReturnType<typeof untouchedDatabase>>;

beforeAll(async () => {
  untouched = await untouchedDatabase(stack);
  await pushMigrations();
}, 180_000);
afterAll(() => untouched?.drop());

/** As a deployment does: each file in one request, the last one with the texts. */
async function pushMigrations(): Promise<void> {
  const query = async <T>(text: string) => (await untouched.sql.unsafe(text)) as unknown as T[];
  const database = projectDatabase(query);
  await database.prepare();
  const migrations = migrationsIn('supabase/migrations');
  const texts = readFileSync(shopTexts, 'utf8');
  for (const migration of migrations)
    await database.apply(migration, migration === migrations.at(-1) ? texts : '');
  expect(await database.compare(migrations)).toEqual({ missing: [], changed: [], others: [] });
}

/** Everything that decides who reaches what, one line each. */
const accessOf = async (sql: Sql) =>
  (
    await sql<{ line: string }[]>`
    with rights as (
      select 'schema ' || nspname as subject, nspacl as acl from pg_namespace where nspname in ('public', 'private')
      union all
      select c.relkind::text || ' ' || c.oid::regclass, c.relacl from pg_class c
        where c.relnamespace::regnamespace::text in ('public', 'private') and c.relkind in ('r', 'p', 'v', 'm', 'S')
      union all
      select 'column ' || a.attrelid::regclass || '.' || a.attname, a.attacl from pg_attribute a join pg_class c on c.oid = a.attrelid
        where c.relnamespace::regnamespace::text in ('public', 'private') and a.attacl is not null
      union all
      select 'function ' || p.oid::regprocedure, coalesce(p.proacl, acldefault('f', p.proowner)) from pg_proc p
        where p.pronamespace::regnamespace::text in ('public', 'private')
    )
    select subject || ': ' || case x.grantee when 0 then 'public' else x.grantee::regrole::text end || ' ' || x.privilege_type as line
      from rights, aclexplode(acl) x
      where x.grantee = 0 or x.grantee::regrole::text in ('anon', 'authenticated', 'service_role')
    union all
    select format('policy %s on %s.%s for %s to %s using %s check %s', policyname, schemaname, tablename, cmd, roles, qual, with_check)
      from pg_policies
    union all
    select format('row-level security of %s: %s', c.oid::regclass, c.relrowsecurity) from pg_class c
      where c.relnamespace::regnamespace::text in ('public', 'private') and c.relkind in ('r', 'p')
    union all
    select format('%s: %s', t.tgrelid::regclass, pg_get_triggerdef(t.oid)) from pg_trigger t
      join pg_proc p on p.oid = t.tgfoid
      where not t.tgisinternal and p.pronamespace::regnamespace::text in ('public', 'private')
    union all
    select format('%s: definer %s, %s', p.oid::regprocedure, p.prosecdef, p.proconfig) from pg_proc p
      where p.pronamespace::regnamespace::text in ('public', 'private')
    order by 1`
  ).map(({ line }) => line);

it('has the texts of all pages', async () => {
  for (const page of textPages) {
    const [row] = await untouched.sql`select public.shop_text(${page}) as text`;
    expect(String(row?.text).split('\n').length, page).toBeGreaterThan(10);
  }
});

it('a database without the changes of the local stack gives every role the same access', async () => {
  const [expected, actual] = [await accessOf(stack), await accessOf(untouched.sql)];
  expect(expected.length).toBeGreaterThan(1000);
  expect(actual.filter((line) => !expected.includes(line))).toEqual([]);
  expect(expected.filter((line) => !actual.includes(line))).toEqual([]);
});

it('whoever applied the migrations is no superuser', async () => {
  expect(await untouched.sql`select usesuper from pg_user where usename = current_user`).toEqual([
    { usesuper: false },
  ]);
});

it('every migration is recorded as applied', async () => {
  const applied = await untouched.sql<{ file: string }[]>`
    select version || '_' || name || '.sql' as file from supabase_migrations.schema_migrations order by 1`;
  expect(applied.map(({ file }) => file)).toEqual(readdirSync('supabase/migrations').sort());
});

it('text is read and sorted as on a hosted project', async () => {
  expect(
    await untouched.sql`select datlocprovider, datlocale from pg_database where datname = current_database()`,
  ).toEqual([{ datlocprovider: 'b', datlocale: 'C.UTF-8' }]);
});

it('Supabase’s advisors find nothing there', async () => {
  expect(await schemaAdvice(untouched.url)).toEqual([]);
});
