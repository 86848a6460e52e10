import type { SqlFunction, SqlMutant } from './sql-mutants.ts';

/** Reads the catalogue of a database. */
export type Query = <Row extends object>(text: string) => Promise<Row[]>;

/**
 * Mutants of policies and table rights: a policy dropped or true for every row, a right revoked. `target` is the table.
 * Their effects can be tested in the transaction that applies them. Excess rights and disabled row-level security are
 * covered by the exact lists of access.test.ts.
 */
export async function rightMutants(query: Query): Promise<SqlMutant[]> {
  const policies = await query<{ table: string; name: string; using: string | null; check: string | null }>(`
    select format('%I.%I', schemaname, tablename) as table, policyname as name, qual as using, with_check as check
    from pg_policies where schemaname in ('public', 'private', 'storage', 'auth') order by 1, 2`);
  const guarded = await query<{ table: string }>(`
    select format('%I.%I', c.relnamespace::regnamespace, c.relname) as table from pg_class c
    where c.relnamespace = 'private'::regnamespace and c.relrowsecurity order by 1`);
  const rights = await query<{ table: string; columns: string; role: string; right: string }>(`
    with tables as (select c.oid, c.relacl, format('%I.%I', c.relnamespace::regnamespace, c.relname) as name
      from pg_class c where c.relnamespace::regnamespace::text in ('public', 'private') and c.relkind in ('r', 'p', 'v')),
    granted as (
      select t.name as table, '' as columns, x.grantee::regrole::text as role, lower(x.privilege_type) as right
      from tables t, aclexplode(t.relacl) x where x.grantee <> 0
      union all
      select t.name, format(' (%I)', c.attname), x.grantee::regrole::text, lower(x.privilege_type)
      from tables t join pg_attribute c on c.attrelid = t.oid and c.attnum > 0, aclexplode(c.attacl) x
      where x.grantee <> 0)
    select * from granted where role in ('anon', 'authenticated', 'service_role') order by 1, 3, 4, 2`);
  const schemas = ['public', 'private'].flatMap((schema) =>
    ['anon', 'authenticated', 'service_role'].map((role) =>
      mutant(schema, `usage for ${role} → revoked`, `revoke usage on schema ${schema} from ${role}`),
    ),
  );
  return [
    ...policies.map(({ table, name }) =>
      mutant(table, `policy “${name}” → dropped`, `drop policy "${name}" on ${table}`),
    ),
    ...policies
      .filter(({ using, check }) => ![null, 'true'].includes(using) || ![null, 'true'].includes(check))
      .map(({ table, name, using, check }) =>
        mutant(
          table,
          `policy “${name}” → for every row`,
          `alter policy "${name}" on ${table}${using === null ? '' : ' using (true)'}${check === null ? '' : ' with check (true)'}`,
        ),
      ),
    ...guarded.map(({ table }) =>
      mutant(table, 'row-level security → off', `alter table ${table} disable row level security`),
    ),
    ...rights.map(({ table, columns, role, right }) =>
      mutant(
        table,
        `${right}${columns} for ${role} → revoked`,
        `revoke ${right}${columns} on ${table} from ${role}`,
      ),
    ),
    ...schemas,
  ];
}

/**
 * Mutants that each remove a trigger or a check of the caller in a function or policy. `target` is the function or the
 * policy's table.
 */
export async function guardMutants(query: Query, functions: readonly SqlFunction[]): Promise<SqlMutant[]> {
  const triggers = await query<{ table: string; name: string; function: string }>(`
    select t.tgrelid::regclass::text as table, t.tgname as name,
      p.pronamespace::regnamespace || '.' || p.proname as function
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal and p.pronamespace::regnamespace::text in ('public', 'private') order by 1, 2`);
  const ofLiveSignIns = await query<{
    table: string;
    name: string;
    using: string | null;
    check: string | null;
  }>(`
    select format('%I.%I', schemaname, tablename) as table, policyname as name, qual as using, with_check as check
    from pg_policies where coalesce(qual, '') || coalesce(with_check, '') like '%caller_id()%' order by 1, 2`);
  const ofAnySignIn = (word: string, text: string | null) =>
    text === null ? '' : ` ${word} (${text.replaceAll('private.caller_id()', 'auth.uid()')})`;
  return [
    ...ofLiveSignIns.map(({ table, name, using, check }) =>
      mutant(
        table,
        `policy “${name}” → private.caller_id() is auth.uid()`,
        `alter policy "${name}" on ${table}${ofAnySignIn('using', using)}${ofAnySignIn('with check', check)}`,
      ),
    ),
    ...triggers.map(({ table, name, function: called }) =>
      mutant(called, `trigger ${name} on ${table} → dropped`, `drop trigger "${name}" on ${table}`),
    ),
    ...functions.filter(({ name }) => !name.endsWith('.require_admin')).flatMap(guardsOf),
  ];
}

/** Removes `perform private.require_…(…);` and `select private.require_…(…);`, or makes checks of the caller succeed. */
function guardsOf({ name, definition }: SqlFunction): SqlMutant[] {
  const calls = [
    ...definition.matchAll(/\b(perform|select) private\.require_\w+\((?:[^()]|\([^()]*\))*\);/g),
  ];
  const callerChecks = [
    ...definition.matchAll(/\bprivate\.(is_admin|caller_id|require_account)\(\)/g),
  ].filter(({ index }) => index > definition.indexOf('$function$'));
  return [...calls, ...callerChecks].map((found) => {
    const text = replacements[found[1] ?? ''] ?? '';
    return {
      target: name,
      line: definition.slice(0, found.index).split('\n').length,
      change: `${found[0]} → ${text}`,
      sql: definition.slice(0, found.index) + text + definition.slice(found.index + found[0].length),
    };
  });
}

const replacements: Record<string, string> = {
  perform: 'null;',
  select: 'select null;',
  is_admin: 'true',
  // Also accepts a token whose session has ended.
  caller_id: 'auth.uid()',
  require_account: 'auth.uid()',
};

const mutant = (target: string, change: string, sql: string): SqlMutant => ({ target, line: 0, change, sql });
