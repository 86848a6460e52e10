import { expect, test } from 'vitest';
import { schemaAdvice } from '../../../local/testing/schema-advice.ts';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';

test('Supabase’s advisors on security and performance find nothing', async () => {
  expect(await schemaAdvice(stackUnderTest().addresses.postgres)).toEqual([]);
});
