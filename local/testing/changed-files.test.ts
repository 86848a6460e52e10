import { expect, test } from 'vitest';
import { withTestsThatReach } from './changed-files.ts';

const files = [
  'local/tests/faults.night.ts',
  'supabase/tests/api/orders.test.ts',
  'supabase/tests/api-visitor.ts',
  'supabase/tests/database/book.test.ts',
  'supabase/tests/database/book-cases.ts',
  'supabase/tests/proofs/fuzz.test.ts',
  'web/e2e/cart.test.ts',
  'web/src/lib/api/fetch.test.ts',
];
const database = [
  'supabase/tests/api/orders.test.ts',
  'supabase/tests/database/book.test.ts',
  'supabase/tests/proofs/fuzz.test.ts',
];

test.each([
  ['supabase/migrations/20261121060100_settings.sql', database],
  ['supabase/functions/api/app.ts', database],
  ['web/src/main.tsx', ['web/e2e/cart.test.ts']],
  ['local/stack/start-stack.ts', ['local/tests/faults.night.ts', ...database, 'web/e2e/cart.test.ts']],
  ['web/src/lib/api/fetch.test.ts', []],
  ['supabase/tests/api-visitor.ts', []],
  ['docs/costs.md', []],
])('a change of %s adds the tests that reach it without importing it', (changed, tests) => {
  expect(withTestsThatReach([changed], files)).toEqual([changed, ...tests]);
});
