import { loadModule, parseSync } from 'libpg-query';

/** A node of Postgres's syntax tree, of which each kind has its own keys. */
type Node = { [key: string]: Node | undefined } & Node[] & string;

/** Dropped triggers, policies, indexes and constraints take nothing away that code names. */
const named = /^OBJECT_(TABLE|COLUMN|VIEW|MATVIEW|FUNCTION|PROCEDURE|TYPE|DOMAIN|SCHEMA|SEQUENCE)$/;

/**
 * What a release's migrations take away from the code of the release before, which still runs meanwhile and after going
 * back: a drop, a rename, a column that must be given, a check that lets less pass. What the same release makes is its own.
 * @param release texts of all migrations of the release
 * @param earlier texts of the migrations before this one, which say what the checks were
 * @returns half a sentence each, e.g. `drops column name of public.products`
 */
export async function narrowingStatements(
  release: readonly string[],
  earlier: readonly string[],
  text: string,
): Promise<string[]> {
  await loadModule();
  const checks = new Map<string, Node>();
  const made = new Set(release.flatMap(statementsOf).flatMap(namesMadeBy));
  for (const statement of earlier.flatMap(statementsOf)) visit(statement, checks, made);
  return statementsOf(text).flatMap((statement) => visit(statement, checks, made));
}

const statementsOf = (text: string) =>
  (parseSync(text) as unknown as { stmts: { stmt: Node }[] }).stmts.map(({ stmt }) => stmt);

function namesMadeBy({ CreateStmt, ViewStmt, CreateFunctionStmt: made }: Node): string[] {
  if (CreateStmt) return [tableOf(CreateStmt.relation)];
  if (ViewStmt) return [tableOf(ViewStmt.view)];
  if (!made) return [];
  const inputs = (made.parameters ?? []).flatMap(({ FunctionParameter: one }) =>
    one && !/_(OUT|TABLE)$/.test(one.mode ?? '') ? [one.argType] : [],
  );
  return [nameOf(made.funcname) + plain(inputs)];
}

/** Notes the checks that a statement makes, and returns what it takes away. @param made by the same release */
function visit(statement: Node, checks: Map<string, Node>, made: ReadonlySet<string>): string[] {
  const { CreateStmt, AlterTableStmt, DropStmt, RenameStmt, DoStmt } = statement;
  if (CreateStmt) {
    const table = tableOf(CreateStmt.relation);
    for (const element of CreateStmt.tableElts ?? [])
      for (const [name, check] of checksOf(table, element)) checks.set(name, check);
  }
  if (AlterTableStmt) {
    const table = tableOf(AlterTableStmt.relation);
    const added = new Set<string>();
    const found = (AlterTableStmt.cmds ?? []).flatMap(({ AlterTableCmd: command }) => {
      const { subtype = '', name = '', def = {} as Node } = command ?? ({} as Node);
      const column = def.ColumnDef?.colname ?? name;
      const types = (def.ColumnDef?.constraints ?? []).map(({ Constraint: one }) => String(one?.contype));
      if (subtype === 'AT_AddColumn') added.add(column);
      const narrower = checksOf(table, def).filter(([key, check]) => {
        const before = checks.get(key);
        checks.set(key, check);
        const ofNewColumns = [
          ...plain(check).matchAll(/"ColumnRef":\{"fields":\[\{"String":\{"sval":"(\w+)"/g),
        ];
        return before
          ? !isAsWide(check, before)
          : subtype !== 'AT_AddColumn' && !ofNewColumns.every(([, of = '']) => added.has(of));
      });
      if (subtype === 'AT_DropColumn') return [`drops column ${name} of ${table}`];
      if (subtype === 'AT_SetNotNull' && !added.has(name))
        return [`lets ${name} of ${table} be null no more`];
      if (types.includes('CONSTR_NOTNULL') && !types.some((one) => /DEFAULT|GENERATED|IDENTITY/.test(one)))
        return [`adds ${column} to ${table}, not null without a default`];
      return narrower.map(([key]) => `narrows the check ${key}`);
    });
    return made.has(table) ? [] : found;
  }
  if (DropStmt && named.test(DropStmt.removeType ?? ''))
    return (DropStmt.objects ?? []).flatMap(({ List, ObjectWithArgs, TypeName, String: one }) => {
      const name = nameOf(List?.items ?? ObjectWithArgs?.objname ?? TypeName?.names) || String(one?.sval);
      const types = ObjectWithArgs?.objargs?.map(({ TypeName: type }) => type);
      return made.has(types ? name + plain(types) : name) ? [] : [`drops ${name}`];
    });
  if (RenameStmt && named.test(RenameStmt.renameType ?? '')) {
    const { subname, relation, object } = RenameStmt;
    const of = relation ? tableOf(relation) : nameOf(object?.ObjectWithArgs?.objname);
    return [`renames ${[subname, of].filter(Boolean).join(' of ')}`];
  }
  if (DoStmt && /\b(drop (table|column|view|function)|rename|set not null)\b/i.test(plain(DoStmt)))
    return ['drops or renames something in a block'];
  return [];
}

/** The checks in a column or constraint, by the name that Postgres gives them. */
function checksOf(table: string, { ColumnDef, Constraint }: Node): [string, Node][] {
  const constraints = Constraint ? [Constraint] : (ColumnDef?.constraints ?? []).map((one) => one.Constraint);
  return constraints.flatMap((one) =>
    one?.contype === 'CONSTR_CHECK' && one.raw_expr
      ? [
          [
            `${table}.${one.conname ?? [table.split('.')[1], ColumnDef?.colname, 'check'].filter(Boolean).join('_')}`,
            one.raw_expr,
          ] as [string, Node],
        ]
      : [],
  );
}

/** Whether a check is the same as before, has more values in a list, or another way to pass. */
function isAsWide(check: Node, before: Node): boolean {
  if (plain(check) === plain(before)) return true;
  const { BoolExpr, A_Expr: list } = check;
  if (BoolExpr?.boolop === 'OR_EXPR') return (BoolExpr.args ?? []).some((arg) => isAsWide(arg, before));
  const old = before.A_Expr;
  const valuesOf = (one: Node) => (one.rexpr?.List?.items ?? []).map(plain);
  return (
    list?.kind === 'AEXPR_IN' &&
    old?.kind === 'AEXPR_IN' &&
    plain(list.lexpr) === plain(old.lexpr) &&
    valuesOf(old).every((value) => valuesOf(list).includes(value))
  );
}

/** Without where it stands in the file. */
const plain = (node: unknown): string =>
  JSON.stringify(node, (key, value: unknown) => (/location$|^rexpr_list_/.test(key) ? undefined : value));
const nameOf = (parts: Node | undefined): string =>
  (parts ?? []).map(({ String: part }) => part?.sval ?? '').join('.');
const tableOf = (relation: Node | undefined): string =>
  [relation?.schemaname, relation?.relname].filter(Boolean).join('.');
