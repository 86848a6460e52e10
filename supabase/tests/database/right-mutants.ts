/** A defect of who may reach what: applied to a database, it must make a test fail. */
export type Mutant = {
  /** The function or table that it changes. */
  target: string;
  change: string;
  /** The statement that applies it. */
  sql: string;
};

/** Reads the catalogue of a database. */
export type Query = <Row extends object>(text: string) => Promise<Row[]>;

/**
 * Mutants of policies and table rights: a policy dropped, true for every row or for everybody of staff, a right
 * revoked. `target` is the table.
 * Their effects can be tested in the transaction that applies them. Excess rights are what the matrix itself finds.
 */
export async function rightMutants(query: Query): Promise<Mutant[]> {
  const policies = await query<{ table: string; name: string; using: string | null; check: string | null }>(`
    select format('%I.%I', schemaname, tablename) as table, policyname as name, qual as using, with_check as check
    from pg_policies where schemaname in ('public', 'private', 'storage', 'auth') order by 1, 2`);
  // A permission that not everybody of staff has.
  const narrow = await query<{ name: string }>(`
    select p.name from private.permissions p, private.permissions d where d.name = 'dashboard' and not p.roles @> d.roles`);
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
    // The anonymous role has no schema that could be taken from it.
    ['authenticated', 'service_role'].map((role) =>
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
    ...policies.flatMap(({ table, name, using, check }) => {
      const [, permission = ''] = /may\('([\w.]+)'/.exec(`${using} ${check}`) ?? [];
      if (!narrow.some((one) => one.name === permission)) return [];
      const ofAll = (word: string, text: string | null) =>
        text === null ? '' : ` ${word} (${text.replace(`'${permission}'`, "'dashboard'")})`;
      return [
        mutant(
          table,
          `policy “${name}” → for everybody of staff`,
          `alter policy "${name}" on ${table}${ofAll('using', using)}${ofAll('with check', check)}`,
        ),
      ];
    }),
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

const mutant = (target: string, change: string, sql: string): Mutant => ({ target, change, sql });
