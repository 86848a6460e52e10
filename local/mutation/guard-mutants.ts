import type { Mutant, Query } from '../../supabase/tests/database/right-mutants.ts';

/**
 * Defects that each remove a trigger, or a question about the caller from a function or a policy; or that let everybody
 * of staff do what needs a permission of its own.
 */
export async function guardMutants(query: Query): Promise<Mutant[]> {
  const triggers = await query<{ table: string; name: string; function: string }>(`
    select t.tgrelid::regclass::text as table, t.tgname as name,
      p.pronamespace::regnamespace || '.' || p.proname as function
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal and p.pronamespace::regnamespace::text in ('public', 'private') order by 1, 2`);
  const policies = await query<{ table: string; name: string; using: string | null; check: string | null }>(`
    select format('%I.%I', schemaname, tablename) as table, policyname as name, qual as using, with_check as check
    from pg_policies where coalesce(qual, '') || coalesce(with_check, '') like '%caller_id()%' order by 1, 2`);
  const functions = await query<{ name: string; definition: string }>(`
    select p.pronamespace::regnamespace || '.' || p.proname as name, pg_get_functiondef(p.oid) as definition
    from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace::regnamespace::text in ('public', 'private') and p.prokind = 'f'
      and l.lanname in ('sql', 'plpgsql') and p.proname <> 'require_permission'
    order by 1`);
  const narrow = await query<{ name: string }>(`
    select p.name from private.permissions p, private.permissions d where d.name = 'dashboard' and not p.roles @> d.roles`);
  const names = narrow.map(({ name }) => name);
  const ofAnySignIn = (word: string, text: string | null) =>
    text === null ? '' : ` ${word} (${text.replaceAll('private.caller_id()', 'auth.uid()')})`;
  return [
    ...policies.map(({ table, name, using, check }) => ({
      target: table,
      change: `policy “${name}” → private.caller_id() is auth.uid()`,
      sql: `alter policy "${name}" on ${table}${ofAnySignIn('using', using)}${ofAnySignIn('with check', check)}`,
    })),
    ...triggers.map(({ table, name, function: called }) => ({
      target: called,
      change: `trigger ${name} on ${table} → dropped`,
      sql: `drop trigger "${name}" on ${table}`,
    })),
    ...functions.flatMap(guardsOf),
    ...functions.flatMap((one) => forAllStaff(one, names)),
  ];
}

const questions =
  /\b(perform|select) private\.require_\w+\((?:[^()]|\([^()]*\))*\);|\bprivate\.(may|caller_id|require_account)\([^()]*\)/g;

/** A statement that refuses is left out; a question about the caller is answered yes. */
function guardsOf({ name, definition }: { name: string; definition: string }): Mutant[] {
  const body = definition.indexOf('$function$');
  const found = [...definition.matchAll(questions)].filter(({ index }) => index > body);
  return found.map(({ 0: guard, 1: statement, 2: question, index }) => {
    const text = replacements[statement ?? question ?? ''] ?? '';
    return {
      target: name,
      change: `${guard} → ${text}`,
      sql: definition.slice(0, index) + text + definition.slice(index + guard.length),
    };
  });
}

/** Each permission that a function asks for, replaced by the one that everybody of staff has. */
function forAllStaff({ name, definition }: { name: string; definition: string }, narrow: string[]): Mutant[] {
  const calls = [...definition.matchAll(questions)].filter(
    ({ index }) => index > definition.indexOf('$function$'),
  );
  return calls.flatMap(({ 0: call, index: start }) =>
    [...call.matchAll(/'([\w.]+)'/g)]
      .filter(([, permission = '']) => narrow.includes(permission))
      .map(({ 0: quoted, index }) => ({
        target: name,
        change: `${call}: ${quoted} → 'dashboard'`,
        sql:
          definition.slice(0, start + index) +
          "'dashboard'" +
          definition.slice(start + index + quoted.length),
      })),
  );
}

const replacements: Record<string, string> = {
  perform: 'null;',
  select: 'select null;',
  may: 'true',
  // Also accepts a token whose session has ended.
  caller_id: 'auth.uid()',
  require_account: 'auth.uid()',
};
