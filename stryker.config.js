/**
 * Stryker is not in the lock, which it would make a sixth larger. Once in a checkout, until the next `npm ci`:
 * `npm install --no-save @stryker-mutator/core@9.6.1 @stryker-mutator/vitest-runner@9.6.1`. Then
 * `npx stryker run`, about five minutes: puts one defect at a time into the TypeScript that decides about money, and runs
 * the unit tests that reach it. What survives is a rule that no unit test guards. `--mutate <file>` looks at another
 * file, for example one of the api's routes; most of those are guarded by tests of the running shop, which this does not
 * run. The second run looks only at what changed (.shop/mutation/).
 */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest-mutation.config.ts', related: false },
  mutate: [
    'supabase/functions/_shared/card-gateway/*.ts',
    'supabase/functions/_shared/contract/{bounded-list,money,nairobi-time,order-fingerprint,phone-number}.ts',
    'supabase/functions/_shared/supabase/query-result.ts',
    'supabase/functions/{payment-return/payment-return,reconcile/reconcile}.ts',
    'web/src/lib/{is-paid,order-message,past-money}.ts',
    'web/src/storefront/lib/cart-item.ts',
    'web/src/storefront/features/checkout/payment/{earlier-order,order-key,use-bank-redirect}.ts',
    'web/src/dashboard/lib/{csv,typed-figure}.ts',
    'web/src/dashboard/features/orders/{order-money,table/order-csv}.ts',
    'web/src/dashboard/features/transactions/table/transaction-csv.ts',
    '!**/*.test.ts',
  ],
  ignorePatterns: ['.shop', 'web/dist', 'docs', 'web/public', 'web/e2e'],
  coverageAnalysis: 'perTest',
  // What runs while a module is loaded, mostly schemas, is reached by every test: half of all mutants, which took 97 % of
  // the time. The quick tests send each schema every kind of JSON value.
  ignoreStatic: true,
  concurrency: 2,
  timeoutMS: 10_000,
  incremental: true,
  incrementalFile: '.shop/mutation/incremental.json',
  tempDirName: '.shop/mutation/sandbox',
  reporters: ['clear-text', 'progress', 'html'],
  htmlReporter: { fileName: '.shop/mutation/report.html' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 95, low: 90, break: 90 },
  allowEmpty: false,
};
