import { expect, test } from 'vitest';
import { schemaAdvice } from '../../../local/testing/schema-advice.ts';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';

/** A procedure with a search path of its own could not commit. Its names have their schema. */
const isOfCommits = ({ cacheKey }: { cacheKey: string }) =>
  cacheKey.startsWith('function_search_path_mutable_private_issue_papers_due');

test('Supabase’s advisors on security and performance find nothing', async () => {
  const found = await schemaAdvice(stackUnderTest().addresses.postgres);
  expect(found.filter((finding) => !isOfCommits(finding))).toEqual([]);
});
