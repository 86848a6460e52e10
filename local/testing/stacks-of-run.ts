import type { TestProject } from 'vitest/node';
import { buildSiteOf } from '../stack/site-build.ts';
import { startTestStack } from './test-stack.ts';

/** Tests that open pages of the site. */
const filesOfSite = ['/web/e2e/', '/tests/api/smoke.test.ts', '/tests/api/payment-return.test.ts'];

/** Global setup of the projects that need a running shop: one stack per worker, shared by all these projects. */
export async function setup({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  // Another project of this run has started them.
  if (process.env.SHOP_STACKS) return undefined;
  const startedAt = performance.now();
  const files = vitest.state.getPaths();
  const count = Math.min(Number(vitest.config.maxWorkers), files.length);
  const needsSite = files.some((file) => filesOfSite.some((part) => file.includes(part)));
  const stacks = await Promise.all(Array.from({ length: count }, () => startTestStack())).catch(
    printAndThrow,
  );
  // All stacks have the same products and serve the same built site.
  const [first] = stacks;
  if (needsSite && first) await buildSiteOf(first.description);
  process.env.SHOP_STACKS = JSON.stringify(stacks.map(({ description }) => description));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`✓ ${count === 1 ? 'a shop is' : `${count} shops are`} ready to be tested (${seconds} s)`);
  return async () => {
    delete process.env.SHOP_STACKS;
    const stops = await Promise.allSettled(stacks.map((stack) => stack.stop()));
    for (const stop of stops) {
      if (stop.status === 'fulfilled') continue;
      console.error(stop.reason);
      process.exitCode = 1;
    }
  };
}

/** Vitest 4.1 cannot print an error of a setup that comes from `fsModuleCache`: it fails with one of its own instead. */
function printAndThrow(error: Error): never {
  console.error(error.message);
  throw error;
}
