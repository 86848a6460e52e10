import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { changedFiles } from './local/testing/changed-files.ts';
import { LongFilesFirst } from './local/testing/long-files-first.ts';
import { isNight } from './local/testing/night.ts';

const contract = fileURLToPath(new URL('supabase/functions/_shared/contract', import.meta.url));
const resolve = { alias: { '@contract': contract } };

/** What `*.night.ts` tries, a push does not need: `npm run test:night` takes it in. */
const tests = isNight ? '*.{test,night}.ts' : '*.test.ts';

/** On a machine nobody watches, a second try, told in the report. */
const secondTry = { retry: process.env.CI ? 1 : 0 };

/**
 * All files in one process per core: nearly all of their time went into starting processes. They share their modules,
 * so a test leaves these as it found them, and mocks none.
 */
const inOneProcess = {
  isolate: false,
  restoreMocks: true,
  unstubGlobals: true,
  unstubEnvs: true,
};

/** They start programs, run a compiler or try thousands of values: a second each and more, which `test:quick` leaves out. */
const slowUnitTests = [
  'local/backup/sealed-file.test.ts',
  'local/deploy/netlify-findings.test.ts',
  'local/testing/test-tally.test.ts',
  'supabase/functions/_shared/http/hostile-bodies.test.ts',
  'web/prerender/share-pictures.test.ts',
  'web/src/dashboard/features/products/spreadsheet/round-trip.test.ts',
];

const unit = {
  environment: 'node',
  // The default of 5 s is luck on a busy machine: a test that hangs is all that a limit is for.
  testTimeout: 30_000,
  hookTimeout: 60_000,
  setupFiles: ['local/testing/fail-on-console-error.ts'],
  ...inOneProcess,
};

/** These need the shop running: each worker has a stack of its own. */
const onTheStack = {
  globalSetup: ['local/testing/stacks-of-run.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  setupFiles: ['local/testing/one-file-per-stack.ts', 'local/testing/invariants-hold.ts'],
};

const inBrowser = {
  ...onTheStack,
  // One browser for all files of a worker.
  isolate: false,
  testTimeout: 90_000,
  expect: { poll: { timeout: 15_000 } },
  ...secondTry,
  setupFiles: [...onTheStack.setupFiles, 'web/e2e/seeded-products.ts'],
};

export default defineConfig({
  test: {
    // One more than there are cores, since tests of a running shop wait for a quarter of their time; at most as many shops
    // as 16 GB hold. The same for every project: where it differs, vitest runs the projects in groups and may give two
    // workers of the second group the same number, and so the same stack.
    maxWorkers: Math.min(availableParallelism() + 1, 6),
    sequence: { sequencer: LongFilesFirst },
    experimental: {
      // What was transformed once is read from a file by every later run that finds it unchanged.
      fsModuleCache: true,
      vcsProvider: changedFiles,
    },
    projects: [
      {
        resolve,
        test: {
          name: 'unit',
          include: [
            'web/src/**/*.test.ts',
            'web/*.test.ts',
            'web/edge/**/*.test.ts',
            'web/prerender/*.test.ts',
            'web/worker/*.test.ts',
            'local/!(tests)/*.test.ts',
            'supabase/functions/**/*.test.ts',
            'supabase/seed/*.test.ts',
          ],
          exclude: slowUnitTests,
          ...unit,
        },
      },
      { resolve, test: { name: 'slow-unit', include: slowUnitTests, ...unit } },
      {
        resolve,
        test: {
          name: 'components',
          include: ['web/src/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['local/testing/fail-on-console-error.ts', 'web/src/testing/component-setup.ts'],
          ...inOneProcess,
          ...secondTry,
          testTimeout: 20_000,
          expect: { poll: { timeout: 5000, interval: 5 } },
        },
      },
      // Starts and stops shops of its own.
      {
        test: {
          testTimeout: 60_000,
          name: 'local-stack',
          include: [`local/tests/${tests}`],
        },
      },
      {
        resolve,
        test: {
          ...onTheStack,
          name: 'database',
          isolate: false,
          include: [`supabase/tests/database/${tests}`],
        },
      },
      {
        resolve,
        test: { ...onTheStack, name: 'api', isolate: false, include: [`supabase/tests/api/${tests}`] },
      },
      {
        resolve,
        test: {
          ...onTheStack,
          name: 'proofs',
          testTimeout: 30 * 60_000,
          include: [`supabase/tests/proofs/${tests}`],
        },
      },
      { resolve, test: { ...inBrowser, name: 'browser', include: [`web/e2e/${tests}`] } },
    ],
  },
});
