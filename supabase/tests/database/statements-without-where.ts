import { loadModule, parsePlPgSQLSync, parseSync } from 'libpg-query';

/** The parser of Postgres. Call it once before the function below. */
export const loadParser = loadModule;

/**
 * The UPDATE and DELETE statements of a function that do not say which rows, also within WITH and in dynamic statements.
 * Hosted Supabase loads safeupdate (https://supabase.com/docs/guides/api/securing-your-api), which refuses them with
 * SQLSTATE 21000 in whatever a connection of the Data API runs.
 * @param definition `create function …`, as `pg_get_functiondef()` gives it
 * @param language `sql` or `plpgsql`
 */
export function statementsWithoutWhere(definition: string, language: string): string[] {
  return language === 'plpgsql' ? inPlPgSql(definition) : inSql(bodyOf(definition) ?? definition);
}

function inPlPgSql(definition: string): string[] {
  return nodesNamed(parsePlPgSQLSync(definition), 'PLpgSQL_expr').flatMap((node) => {
    const { query, parseMode } = node as { query: string; parseMode: number };
    // 0: a statement. Else a value, or an assignment of one, which may be a statement for EXECUTE.
    return parseMode === 0 ? inSql(query) : inText(query.replace(/^[\w."[\]]+\s*:=/, ''));
  });
}

function inSql(sql: string): string[] {
  const tree = parseSync(sql);
  const withoutWhere = ['UpdateStmt', 'DeleteStmt']
    .flatMap((name) => nodesNamed(tree, name))
    .filter((node) => !('whereClause' in (node as object)));
  return withoutWhere.map(() => sql).concat(textsOf(tree));
}

const inText = (value: string): string[] => inSql(`select ${value}`);

/** Constants that are the beginning of such a statement. */
function textsOf(tree: unknown): string[] {
  return nodesNamed(tree, 'sval')
    .map((node) => (node as { sval?: string }).sval ?? '')
    .filter((text) => /^\s*(update|delete\s+from)\s/i.test(text) && !/\swhere\s/i.test(text));
}

/** The text between the dollar quotes; without them the parser reads the body with the definition. */
const bodyOf = (definition: string) => /\$function\$(.*)\$function\$/s.exec(definition)?.[1];

/** All values under a key, however deep. */
function nodesNamed(tree: unknown, name: string): unknown[] {
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([key, value]) => [
    ...(key === name ? [value as unknown] : []),
    ...nodesNamed(value, name),
  ]);
}
