import { quietSupabase, runTool } from './tool-run.ts';

export const databaseTypesFile = 'supabase/functions/_shared/postgres-schema.ts';

const header = `// Generated from the migrations by \`npm run types\`; do not edit.
import type { JsonColumns, SqlReplies } from './supabase/sql-replies.ts';
`;

/**
 * The types of the public schema as this database has it, as the text of `databaseTypesFile`.
 * @throws Error with the generator's output
 */
export async function databaseTypesOf(postgresUrl: string): Promise<string> {
  const { isGood, stdout, stderr } = await runTool(
    'supabase',
    ['gen', 'types', 'typescript', `--remote=${postgresUrl}?sslmode=disable`, '--schema', 'public'],
    quietSupabase,
  );
  if (!isGood || !stdout.includes('export type Database')) {
    throw new Error(`The database types could not be generated:\n${stderr}`);
  }
  return `${header}${withJsonTypes(stdout.trim())}\n`;
}

/** Postgres has no types for JSON: the replies of functions and some columns are typed by hand. */
function withJsonTypes(types: string): string {
  return (
    types
      .replace(/"(\w+)":(\s*\{ Args: .*; Returns: )Json$/gm, '"$1":$2SqlReplies["$1"]')
      // A view's columns may be null as far as the generator knows.
      .replace(/"(columns|items)": (NonNullable<Json>|Json \| null)/g, '"$1": JsonColumns["$1"]')
  );
}
