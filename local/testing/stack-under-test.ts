import type { StackDescription } from '../stack/stack-description.ts';

/**
 * The stack that this test file has for itself. A run has one stack for each of its workers, and a worker runs one
 * file at a time: so no two files share a stack at the same moment.
 */
export function stackUnderTest(): StackDescription {
  const stacks = JSON.parse(process.env.SHOP_STACKS ?? '[]') as StackDescription[];
  const stack = stacks[Number(process.env.VITEST_POOL_ID ?? 1) - 1];
  if (!stack) throw new Error('These tests need the shop running: type npm test.');
  return stack;
}
