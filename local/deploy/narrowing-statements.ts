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
  const made = new Set(release.flatMap(statementsOf).map(nameMadeBy));
  const checks = new Map<string, Node>();
  return (
    [...earlier, text].map((one) => statementsOf(one).flatMap((node) => visit(node, made, checks))).at(-1) ??
    []
  );
}

const statementsOf = (text: string) =>
  (parseSync(text) as unknown as { stmts: { stmt: Node }[] }).stmts.map(({ stmt }) => stmt);

/** A function with the types of what it takes. */
function nameMadeBy({ CreateStmt, ViewStmt, CreateFunctionStmt: made }: Node): string {
  const inputs = made?.parameters?.map(
    ({ FunctionParameter: one }) => !/_(OUT|TABLE)$/.test(one?.mode ?? '') && one?.argType,
  );
  return made ? wordsOf([made.funcname, inputs]) : tableOf(CreateStmt?.relation ?? ViewStmt?.view);
}

/** What a statement takes away; notes the checks that it makes. */
function visit(statement: Node, made: ReadonlySet<string>, checks: Map<string, Node>): string[] {
  const { CreateStmt, AlterTableStmt, DropStmt, RenameStmt, DoStmt } = statement;
  if (CreateStmt)
    for (const part of CreateStmt.tableElts ?? []) widens(tableOf(CreateStmt.relation), part, checks);
  if (DropStmt && named.test(DropStmt.removeType ?? ''))
    return (DropStmt.objects ?? [])
      .map((one) => wordsOf([one.ObjectWithArgs?.objname ?? one, one.ObjectWithArgs?.objargs]))
      .flatMap((name) => (made.has(name) ? [] : [`drops ${name}`]));
  if (RenameStmt && named.test(RenameStmt.renameType ?? ''))
    return [
      `renames ${RenameStmt.subname || wordsOf(RenameStmt.object?.ObjectWithArgs?.objname) || RenameStmt.relation?.relname} to ${RenameStmt.newname}`,
    ];
  if (DoStmt && /\b(drop (table|column|view|function)|rename|set not null)\b/i.test(plain(DoStmt)))
    return ['drops or renames something in a block'];
  if (!AlterTableStmt) return [];
  const table = tableOf(AlterTableStmt.relation);
  const commands = (AlterTableStmt.cmds ?? []).map(({ AlterTableCmd: one }) => one ?? ({} as Node));
  const added = commands.flatMap(({ subtype, def }) =>
    subtype === 'AT_AddColumn' ? [def?.ColumnDef?.colname] : [],
  );
  const found = commands.flatMap(({ subtype, name, def = {} as Node }) => {
    const isWide = widens(table, def, checks, added);
    if (subtype === 'AT_DropColumn') return [`drops column ${name} of ${table}`];
    if (subtype === 'AT_SetNotNull' && !added.includes(name))
      return [`lets ${name} of ${table} be null no more`];
    if (
      subtype === 'AT_AddColumn' &&
      /_NOTNULL/.test(plain(def)) &&
      !/_(DEFAULT|GENERATED|IDENTITY)"/.test(plain(def))
    )
      return [`adds ${def.ColumnDef?.colname} to ${table}, not null without a default`];
    return isWide ? [] : [`narrows the check ${def.Constraint?.conname} of ${table}`];
  });
  return made.has(table) ? [] : found;
}

/**
 * Whether the checks in a column or constraint let pass what they did, and notes them by the names that Postgres gives.
 * @param added columns that are new, whose checks are new too
 */
function widens(
  table: string,
  { ColumnDef, Constraint }: Node,
  checks: Map<string, Node>,
  added: readonly (string | undefined)[] = [],
): boolean {
  const parts = Constraint ? [Constraint] : (ColumnDef?.constraints ?? []).map((one) => one.Constraint);
  return parts
    .map((one) => {
      if (one?.contype !== 'CONSTR_CHECK' || !one.raw_expr) return true;
      const name = `${table}.${one.conname ?? `${table.split('.').at(-1)}_${ColumnDef?.colname}_check`}`;
      const before = checks.get(name);
      checks.set(name, one.raw_expr);
      const columns = [
        ...plain(one.raw_expr).matchAll(/"ColumnRef":\{"fields":\[\{"String":\{"sval":"(\w+)"/g),
      ];
      return before ? isAsWide(one.raw_expr, before) : columns.every(([, column]) => added.includes(column));
    })
    .every(Boolean);
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
  JSON.stringify(node, (key, value: unknown) => (/location$|^rexpr_list_/.test(key) ? undefined : value)) ??
  '';
/** The names in a node, e.g. of a function and of its types. */
const wordsOf = (node: unknown): string =>
  [...plain(node).matchAll(/"sval":"([^"]+)"|"arrayBounds"/g)].map(([, word = '[]']) => word).join('.');
const tableOf = (relation: Node | undefined): string =>
  [relation?.schemaname, relation?.relname].filter(Boolean).join('.');
