import type { StackDescription } from '../stack/stack-description.ts';

/**
 * The stack of this test file. Each worker has its own stack and runs one file at a time, so no two files use a stack
 * at the same time.
 */
export function stackUnderTest(): StackDescription {
  const stacks = JSON.parse(process.env.SHOP_STACKS ?? '[]') as StackDescription[];
  const stack = stacks[Number(process.env.VITEST_POOL_ID ?? 1) - 1];
  if (!stack) throw new Error('These tests need the shop running: type npm test.');
  return stack;
}
