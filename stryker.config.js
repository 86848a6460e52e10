/**
 * `npm run mutate`: puts one defect at a time into the TypeScript that decides about money, access and what a request
 * may hold, and runs the unit tests that reach it. What survives is a rule that no unit test guards.
 * `-- --mutate <file>` looks at one file. The second run looks only at what changed (.shop/mutation/).
 */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest-mutation.config.ts', related: false },
  mutate: [
    'supabase/functions/_shared/{contract,card-gateway,http}/**/*.ts',
    'supabase/functions/_shared/supabase/query-result.ts',
    'supabase/functions/api/{app.ts,routes/*.ts}',
    'supabase/functions/{payment-return/payment-return,reconcile/reconcile}.ts',
    'web/src/lib/*.ts',
    'web/src/storefront/features/{cart,checkout,orders}/**/*.ts',
    'web/src/dashboard/lib/{csv,typed-figure}.ts',
    'web/src/dashboard/features/orders/{order-money,table/order-csv}.ts',
    'web/src/dashboard/features/transactions/table/transaction-csv.ts',
    '!**/*.test.ts',
    // React hooks and wiring: component and browser tests reach them, unit tests cannot.
    '!web/src/**/use-*.ts',
    '!web/src/**/*-queries.ts',
    '!web/src/storefront/features/cart/{account-cart,cart-store}.ts',
    '!web/src/storefront/features/checkout/payment/payment-redirect.ts',
  ],
  ignorePatterns: ['.shop', 'web/dist', 'docs', 'web/public', 'web/e2e'],
  coverageAnalysis: 'perTest',
  // What runs while a module is loaded, mostly schemas, is reached by every test: half of all mutants, which took 97 % of
  // the time. The quick tests send each schema all that JSON can say. With `false`, a run takes days.
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
