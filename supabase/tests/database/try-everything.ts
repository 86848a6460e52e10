import { type Character, type Sql, type Transaction } from '../shop-cast.ts';

const operations = ['select', 'insert', 'update', 'delete'] as const;
type Operation = (typeof operations)[number];

/** By table and operation, what each character reaches; a character who is refused is not listed. */
export type AccessMatrix = Record<string, Record<Operation, Record<string, string>>>;

/** A table or view of the catalogue and one row in it. */
export type Subject = { table: string; columns: string[]; row: string };

type Attempt = Subject & { operation: Operation; column: string | null; statement: string };

/** Refused by rights or row-level security, or impossible by the nature of the table. */
const refusals = ['42501', '428C9', '0A000', '55000'];
/** Let through by both, and stopped by a rule of the table: the same row again, a row others need. */
const rules = ['23505', '23503', '23514', '23001', 'PT409'];

/** Every table and view of the shop's two schemas, with the columns that can be written at all. */
export async function subjectsOf(sql: Sql, rowOf: Record<string, string>): Promise<Subject[]> {
  const rows = await sql<{ table: string; columns: string[] }[]>`
    select n.nspname || '.' || c.relname as table,
      array_agg(a.attname::text order by a.attnum) filter (where a.attidentity <> 'a' and a.attgenerated = '') as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'p', 'v', 'm', 'f')
    group by 1 order by 1`;
  return rows.map(({ table, columns }) => ({ table, columns, row: rowOf[table] ?? 'false' }));
}

/**
 * Tries every operation on every subject as every character, for real; all of it is undone.
 * @param change a statement that comes before, and is undone too
 */
export async function tryEverything(
  sql: Sql,
  subjects: readonly Subject[],
  cast: Record<string, Character>,
  change?: string,
): Promise<AccessMatrix> {
  const matrix: AccessMatrix = {};
  for (const { table } of subjects) matrix[table] = { select: {}, insert: {}, update: {}, delete: {} };
  const undone = new Error('all is undone');
  await sql
    .begin(async (transaction) => {
      if (change) await transaction.unsafe(change);
      await transaction.unsafe(makeTrier);
      for (const [name, character] of Object.entries(cast)) {
        const attempts = await attemptsOf(transaction, subjects, character.role);
        await become(transaction, character);
        const answers = await transaction<{ answer: string }[]>`
          select pg_temp.attempt(statement) as answer
          from unnest(${attempts.map(({ statement }) => statement)}::text[]) with ordinality t (statement, place)
          order by place`;
        await transaction`reset role`;
        for (const subject of subjects) {
          for (const operation of operations) {
            const cell = cellOf(
              subject,
              attempts.flatMap((attempt, i) =>
                attempt.table === subject.table && attempt.operation === operation
                  ? [{ column: attempt.column, answer: answers[i]?.answer ?? '' }]
                  : [],
              ),
            );
            const cells = matrix[subject.table]?.[operation];
            if (cell !== null && cells) cells[name] = cell;
          }
        }
      }
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return matrix;
}

/**
 * Writes that read nothing, so that no policy about reading stands before the one about writing: what a character
 * reaches with them in each table, all of it undone.
 * @param change as above
 */
export async function tryBlindWrites(
  sql: Sql,
  subjects: readonly Subject[],
  character: Character,
  change?: string,
): Promise<string[]> {
  const undone = new Error('all is undone');
  let reached: string[] = [];
  await sql
    .begin(async (transaction) => {
      if (change) await transaction.unsafe(change);
      await transaction.unsafe(makeTrier);
      const tries: { name: string; statement: string }[] = [];
      for (const { table, columns, row } of subjects) {
        const [found] = await transaction.unsafe<{ copy: string | null; column: string | null }[]>(
          `select (select quote_literal(to_jsonb(t)::text) from ${table} t where ${row} limit 1) as copy,
            (select c from unnest($1::text[]) c where has_column_privilege($2, $3, c, 'update') limit 1) as column`,
          [columns, character.role, table],
        );
        tries.push({ name: `${table} delete`, statement: `delete from ${table}` });
        if (found?.column && found.copy) {
          const value = `(select r."${found.column}" from jsonb_populate_record(null::${table}, ${found.copy}) r)`;
          tries.push({
            name: `${table} update`,
            statement: `update ${table} set "${found.column}" = ${value}`,
          });
        }
      }
      await become(transaction, character);
      const answers = await transaction<{ answer: string }[]>`
        select pg_temp.attempt(statement) as answer
        from unnest(${tries.map(({ statement }) => statement)}::text[]) with ordinality t (statement, place)
        order by place`;
      await transaction`reset role`;
      reached = tries
        .map(({ name }, i) => ({ name, answer: answers[i]?.answer ?? '' }))
        .filter(({ answer }) => answer !== '0 rows' && !refusals.includes(answer))
        .map(({ name, answer }) => `${name}: ${answer}`);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return reached;
}

/** Returns how many rows a statement reached, or the code with which it was stopped; leaves nothing behind. */
const makeTrier = `
  create function pg_temp.attempt(statement text) returns text language plpgsql as $$
  declare
    reached bigint;
  begin
    execute statement;
    get diagnostics reached = row_count;
    raise sqlstate 'ZZ000' using message = reached::text;
  exception when others then
    return case sqlstate when 'ZZ000' then sqlerrm || ' rows' else sqlstate end;
  end;
  $$;
  grant execute on function pg_temp.attempt(text) to anon, authenticated, service_role`;

async function become(transaction: Transaction, { role, userId }: Character): Promise<void> {
  await transaction`select set_config('role', ${role}, true),
    set_config('request.jwt.claim.sub', ${userId ?? ''}, true),
    set_config('request.jwt.claims', ${JSON.stringify({ sub: userId, role })}, true)`;
}

/** Reading and changing column by column; inserting the very row again, with the columns this role may write. */
async function attemptsOf(
  transaction: Transaction,
  subjects: readonly Subject[],
  role: string,
): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  for (const subject of subjects) {
    const { table, columns, row } = subject;
    const add = (operation: Operation, statement: string, column: string | null = null) =>
      attempts.push({ ...subject, operation, column, statement });
    for (const column of columns) {
      add('select', `select "${column}" from ${table} where ${row}`, column);
      add('update', `update ${table} set "${column}" = "${column}" where ${row}`, column);
    }
    add('delete', `delete from ${table} where ${row}`);

    const [copy] = await transaction.unsafe<{ row: string; writable: string[] }[]>(
      `select (select quote_literal(to_jsonb(t)::text) from ${table} t where ${row} limit 1) as row,
        array(select c from unnest($1::text[]) c where has_column_privilege($2, $3, c, 'insert')) as writable`,
      [columns, role, table],
    );
    const written = copy && copy.writable.length > 0 ? copy.writable : columns;
    const names = written.map((column) => `"${column}"`).join(', ');
    const values = written.map((column) => `r."${column}"`).join(', ');
    add(
      'insert',
      `insert into ${table} (${names}) select ${values} from jsonb_populate_record(null::${table}, ${copy?.row ?? "'{}'"}) r`,
      written.length === columns.length ? null : written.join(' '),
    );
  }
  return attempts;
}

/** `*`, the columns reached, `no row`, or null when all was refused. */
function cellOf(
  { columns }: Subject,
  tried: readonly { column: string | null; answer: string }[],
): string | null {
  const strange = tried.find(
    ({ answer }) => ![...refusals, ...rules].includes(answer) && !answer.endsWith(' rows'),
  );
  if (strange) return `stopped by ${strange.answer}`;
  const allowed = tried.filter(({ answer }) => !refusals.includes(answer));
  if (allowed.length === 0) return null;
  const reached = allowed.filter(({ answer }) => answer !== '0 rows');
  if (reached.length === 0) return 'no row';
  if (reached.some(({ column }) => column === null) || reached.length === columns.length) return '*';
  return reached.map(({ column }) => column).join(' ');
}
