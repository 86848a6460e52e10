import { writeFileSync } from 'node:fs';
import { databaseTypesFile, databaseTypesOf } from './database-types.ts';
import { replySchemas, replySchemasFile } from './reply-schemas.ts';
import { startTestStack } from './test-stack.ts';

/** `npm run types` generates the schemas of the API's replies from the contract, and the database types from the migrations. */
writeFileSync(replySchemasFile, await replySchemas());
console.log(`${replySchemasFile} is written.`);

const stack = await startTestStack();
try {
  writeFileSync(databaseTypesFile, await databaseTypesOf(stack.description.addresses.postgres));
  console.log(`${databaseTypesFile} is written.`);
} finally {
  await stack.stop();
}
