import { readFileSync, writeFileSync } from 'node:fs';
import type { StackDescription } from '../stack/stack-description.ts';
import { databaseTypesFile, databaseTypesOf } from './database-types.ts';
import { interruptSignal, withThrowAwayStack } from './throw-away-stack.ts';

/** `npm run types` writes the database types from the migrations; `-- --check` only compares. */
try {
  const types = await typesOfSomeStack();
  if (!process.argv.includes('--check')) {
    writeFileSync(databaseTypesFile, types);
    console.log(`${databaseTypesFile} is written.`);
  } else if (types !== readFileSync(databaseTypesFile, 'utf8')) {
    console.error(`${databaseTypesFile} is stale: type npm run types.`);
    process.exitCode = 1;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function typesOfSomeStack(): Promise<string> {
  const running = process.env.SHOP_STACK;
  if (running) return databaseTypesOf((JSON.parse(running) as StackDescription).addresses.postgres);
  return withThrowAwayStack(
    { build: false, onStep: () => {}, interrupted: interruptSignal() },
    ({ description }) => databaseTypesOf(description.addresses.postgres),
  );
}
