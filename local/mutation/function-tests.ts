import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SqlFunction } from './sql-mutants.ts';

const folder = 'supabase/tests/database';
/** These run the Supabase CLI for seconds and do not depend on function bodies. */
const schemaTests = ['generated-types.test.ts', 'schema-advisors.test.ts'];

/**
 * The database test files, the likeliest to fail first: those that mention one of the targets (a function, a table), then
 * those that mention a caller of it, then the rest.
 */
export function testFilesNearest(targets: readonly string[], all: readonly SqlFunction[]): string[] {
  const callers = targets.flatMap((target) => callersOf(target, all)).map(shortName);
  const files = readdirSync(folder).filter(
    (file) => file.endsWith('.test.ts') && !schemaTests.includes(file),
  );
  const distance = (file: string) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const named = targets.findIndex((target) => text.includes(shortName(target)));
    if (named >= 0) return named - targets.length;
    const nearest = callers.findIndex((caller) => text.includes(caller));
    return nearest < 0 ? Infinity : nearest + 1;
  };
  return files
    .map((file) => ({ file: join(folder, file), distance: distance(file) }))
    .sort((a, b) => a.distance - b.distance || a.file.localeCompare(b.file))
    .map(({ file }) => file);
}

/** The functions that call this one, the direct callers first. */
function callersOf(target: string, all: readonly SqlFunction[]): string[] {
  const found = [target];
  for (const name of found) {
    for (const other of all) {
      if (!found.includes(other.name) && other.definition.includes(`${name}(`)) found.push(other.name);
    }
  }
  return found.slice(1);
}

const shortName = (name: string) => name.split('.').at(-1) ?? name;
