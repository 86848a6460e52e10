import { expect, test } from 'vitest';
import { runAdvisors } from '../../../local/testing/schema-advice.ts';
import { stackUnderTest } from '../../../local/testing/stack-under-test.ts';

test('Supabase’s advisors on security and performance find nothing that nobody has reviewed', async () => {
  const { open, reviewed } = await runAdvisors(stackUnderTest().addresses.postgres);
  for (const { entry, count } of reviewed) {
    if (count > 0) console.log(`${count} × ${entry.advisor}, reviewed: ${entry.reason}`);
  }
  expect(open).toEqual([]);
});
