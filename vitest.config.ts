import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const contract = fileURLToPath(new URL('supabase/functions/_shared/contract', import.meta.url));
const resolve = { alias: { '@contract': contract } };

/** The suites that need the shop running share one throw-away stack, started by local/testing/run-tests.ts. */
const onTheStack = { testTimeout: 30_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    // One file after the other on any machine: the suites share one shop, and count what it was asked.
    fileParallelism: false,
    projects: [
      {
        resolve,
        test: {
          name: 'unit',
          include: [
            'web/src/**/*.test.ts',
            'web/edge/**/*.test.ts',
            'web/prerender/*.test.ts',
            'local/!(tests)/*.test.ts',
            'supabase/functions/**/*.test.ts',
            'supabase/seed/*.test.ts',
          ],
          environment: 'node',
          setupFiles: ['local/testing/fail-on-console-error.ts'],
        },
      },
      // Starts and stops shops of its own.
      { test: { ...onTheStack, name: 'local-stack', include: ['local/tests/*.test.ts'] } },
      { resolve, test: { ...onTheStack, name: 'database', include: ['supabase/tests/database/*.test.ts'] } },
      { resolve, test: { ...onTheStack, name: 'api', include: ['supabase/tests/api/*.test.ts'] } },
      {
        resolve,
        test: {
          ...onTheStack,
          name: 'proofs',
          testTimeout: 30 * 60_000,
          include: ['supabase/tests/proofs/*.test.ts'],
        },
      },
      {
        resolve,
        test: {
          ...onTheStack,
          name: 'browser',
          testTimeout: 90_000,
          // docs/decisions/0011: on a machine nobody watches, a second try, told in the report.
          retry: process.env.CI ? 1 : 0,
          include: ['web/e2e/*.test.ts'],
        },
      },
    ],
  },
});
