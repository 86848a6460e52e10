import { loadModule, parseSync } from 'libpg-query';

/** A node of Postgres's syntax tree, of which each kind has its own keys. */
type Node = { [key: string]: Node | undefined } & Node[] & string;

/** Dropped triggers, indexes and constraints take nothing away that code names; what a dropped policy does is not judged. */
const named = /^OBJECT_(TABLE|COLUMN|VIEW|MATVIEW|FUNCTION|PROCEDURE|TYPE|DOMAIN|SCHEMA|SEQUENCE|ATTRIBUTE)$/;

/** In a block, which is text to the parser. */
const inBlock =
  /\b(drop (table|column|view|function|default)|rename|revoke|unique|foreign key|set (not null|schema))\b/i;

/**
 * What a release's migrations take away from the code of the release before, which still runs meanwhile and after going
 * back. What the same release makes is its own. docs/releases/README.md lists what is found, and what a person judges.
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
  const made = new Set(release.flatMap(statementsOf).flatMap(namesMadeBy));
  const checks = new Map<string, Node>();
  return (
    [...earlier, text].map((one) => statementsOf(one).flatMap((node) => visit(node, made, checks))).at(-1) ??
    []
  );
}

const statementsOf = (text: string) =>
  (parseSync(text) as unknown as { stmts: { stmt: Node }[] }).stmts.map(({ stmt }) => stmt);

/** A function with the types of what it takes; columns with their table. */
function namesMadeBy({
  CreateStmt,
  ViewStmt,
  CreateFunctionStmt: made,
  AlterTableStmt: altered,
}: Node): string[] {
  const inputs = made?.parameters?.map(
    ({ FunctionParameter: one }) => !/_(OUT|TABLE)$/.test(one?.mode ?? '') && one?.argType,
  );
  if (altered)
    return (altered.cmds ?? []).flatMap(({ AlterTableCmd: one }) =>
      one?.subtype === 'AT_AddColumn' ? [`${tableOf(altered.relation)}.${one.def?.ColumnDef?.colname}`] : [],
    );
  return [made ? wordsOf([made.funcname, inputs]) : tableOf(CreateStmt?.relation ?? ViewStmt?.view)];
}

/** What a statement takes away; notes the checks that it makes. */
function visit(statement: Node, made: ReadonlySet<string>, checks: Map<string, Node>): string[] {
  const { CreateStmt, AlterTableStmt, DropStmt, RenameStmt, DoStmt, IndexStmt, GrantStmt } = statement;
  const { AlterObjectSchemaStmt: moved, AlterEnumStmt: values } = statement;
  const notMade = (one: Node | undefined): string[] => {
    const { objname, objargs } = one?.ObjectWithArgs ?? ({} as Node);
    const name = tableOf(one?.RangeVar ?? one) || wordsOf([objname ?? one, objargs]);
    return made.has(name) ? [] : [name];
  };
  if (CreateStmt)
    for (const part of CreateStmt.tableElts ?? []) widens(tableOf(CreateStmt.relation), part, made, checks);
  if (DropStmt && named.test(DropStmt.removeType ?? ''))
    return (DropStmt.objects ?? []).flatMap(notMade).map((name) => `drops ${name}`);
  if (RenameStmt && named.test(RenameStmt.renameType ?? ''))
    return [
      `renames ${RenameStmt.subname || wordsOf(RenameStmt.object?.ObjectWithArgs?.objname) || RenameStmt.relation?.relname} to ${RenameStmt.newname}`,
    ];
  if (values?.oldVal) return [`renames the value ${values.oldVal} of ${wordsOf(values.typeName)}`];
  if (moved)
    return [moved.object ?? moved.relation]
      .flatMap(notMade)
      .map((name) => `moves ${name} to ${moved.newschema}`);
  if (GrantStmt && !GrantStmt.is_grant)
    return (GrantStmt.objects ?? []).flatMap(notMade).map((name) => `revokes a right on ${name}`);
  if (DoStmt && inBlock.test(plain(DoStmt))) return ['drops, renames or narrows something in a block'];
  if (IndexStmt?.unique) {
    const table = tableOf(IndexStmt.relation);
    const columns = (IndexStmt.indexParams ?? []).map((one) => one.IndexElem?.name);
    return made.has(table) || areNew(table, columns, made)
      ? []
      : [`makes the unique index ${IndexStmt.idxname} on ${table}`];
  }
  if (!AlterTableStmt) return [];
  const table = tableOf(AlterTableStmt.relation);
  const commands = (AlterTableStmt.cmds ?? []).map(({ AlterTableCmd: one }) => one ?? ({} as Node));
  const found = commands.flatMap(({ subtype, name, def = {} as Node }) => {
    const { contype, conname } = def.Constraint ?? ({} as Node);
    const isWide = widens(table, def, made, checks);
    if (subtype === 'AT_DropColumn') return [`drops column ${name} of ${table}`];
    if (subtype === 'AT_SetNotNull') return [`lets ${name} of ${table} be null no more`];
    if (subtype === 'AT_AlterColumnType') return [`changes the type of ${name} of ${table}`];
    if (subtype === 'AT_DropIdentity' || (subtype === 'AT_ColumnDefault' && plain(def) === '{}'))
      return [`drops the default of ${name} of ${table}`];
    if (subtype === 'AT_EnableRowSecurity') return [`closes ${table} with row level security`];
    if (/_(UNIQUE|FOREIGN|EXCLUSION|PRIMARY)$/.test(contype ?? '')) {
      const columns = wordsOf([def.Constraint?.keys, def.Constraint?.fk_attrs]).split('.');
      return areNew(table, columns, made)
        ? []
        : [`adds the constraint ${conname ?? 'without a name'} to ${table}`];
    }
    if (
      subtype === 'AT_AddColumn' &&
      /_NOTNULL/.test(plain(def)) &&
      !/_(DEFAULT|GENERATED|IDENTITY)"/.test(plain(def))
    )
      return [`adds ${def.ColumnDef?.colname} to ${table}, not null without a default`];
    return isWide ? [] : [`narrows the check ${conname} of ${table}`];
  });
  return made.has(table) ? [] : found;
}

/** Whether the release adds all of these columns, so that the code before gives no value to them. */
const areNew = (table: string, columns: (string | undefined)[], made: ReadonlySet<string>): boolean =>
  columns.length > 0 && columns.every((column) => made.has(`${table}.${column}`));

/**
 * Whether the checks in a column or constraint let pass what they did, and notes them by the names that Postgres gives;
 * a check of columns that the release adds is its own.
 */
function widens(
  table: string,
  { ColumnDef, Constraint }: Node,
  made: ReadonlySet<string>,
  checks: Map<string, Node>,
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
      ].map(([, column]) => column);
      return before ? isAsWide(one.raw_expr, before) : areNew(table, columns, made);
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
