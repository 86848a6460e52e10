import { showHelp } from '../stack/command-arguments.ts';
import { writeFileSync } from 'node:fs';
import { databaseTypesFile, databaseTypesOf } from './database-types.ts';
import { startTestStack } from './test-stack.ts';

showHelp('npm run types   the database types, after a migration');

/** `npm run types` generates the database types from the migrations. */
const stack = await startTestStack();
try {
  writeFileSync(databaseTypesFile, await databaseTypesOf(stack.description.addresses.postgres));
  console.log(`${databaseTypesFile} is written.`);
} finally {
  await stack.stop();
}
