import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { databaseTypesFile, databaseTypesOf } from '../../../local/testing/database-types.ts';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';

test('the database types are those of the migrations: when not, type npm run types', async () => {
  const types = await databaseTypesOf(stackUnderTest().addresses.postgres);
  expect(types).toBe(readFileSync(databaseTypesFile, 'utf8'));
});
