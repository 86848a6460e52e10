import { beforeAll, expect, it } from 'vitest';
import { openTestDatabase } from '../test-database.ts';
import { loadParser, statementsWithoutWhere } from './statements-without-where.ts';

const sql = openTestDatabase();
beforeAll(() => loadParser());

it('every function of the shop says which rows it updates and deletes, as the hosted platform demands', async () => {
  const functions = await sql<{ name: string; language: string; definition: string }[]>`
    select p.oid::regprocedure::text as name, l.lanname as language, pg_get_functiondef(p.oid) as definition
    from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace) and p.prokind = 'f'
      and l.lanname in ('sql', 'plpgsql')
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;
  expect(functions.length).toBeGreaterThan(300);
  const found = functions.flatMap(({ name, language, definition }) =>
    statementsWithoutWhere(definition, language).map((statement) => `${name}: ${statement}`),
  );
  expect(found).toEqual([]);
});

it.each([
  ['a statement', 'update private.settings set ship_when = p;'],
  [
    'a statement in WITH',
    'return query with gone as (delete from private.searches returning 1) select * from gone;',
  ],
  ['one in a loop', 'for r in delete from private.searches returning * loop null; end loop;'],
  ['one after an error', 'perform 1; exception when others then delete from private.searches;'],
  ['a dynamic one', "execute 'delete from ' || p;"],
  ['a prepared one', "p := format('update %I set a = 1', p); execute p;"],
])('%s without WHERE is found in PL/pgSQL', (_, body) => {
  const definition = (statements: string) =>
    `create function f(p text) returns setof integer language plpgsql as $function$ declare r record; begin ${statements} end $function$`;
  expect(statementsWithoutWhere(definition(body), 'plpgsql')).toHaveLength(1);
});

it('and in SQL; one with WHERE is not', () => {
  const found = (body: string) =>
    statementsWithoutWhere(
      `create function f() returns void language sql as $function$${body}$function$`,
      'sql',
    );
  expect(found('select 1; update private.settings set a = 1')).toHaveLength(1);
  const standard =
    'create function f() returns void language sql begin atomic delete from private.searches; end';
  expect(statementsWithoutWhere(standard, 'sql')).toHaveLength(1);
  expect(found('update private.settings set a = 1 where true')).toEqual([]);
  expect(found('insert into a (b) values (1) on conflict (b) do update set b = 1')).toEqual([]);
});
