import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The unit tests of the site and of the functions, as `npx stryker run` runs them for every mutant. */
export default defineConfig({
  resolve: {
    alias: {
      '@contract': fileURLToPath(new URL('supabase/functions/_shared/contract', import.meta.url)),
    },
  },
  test: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    include: ['web/src/**/*.test.ts', 'supabase/functions/**/*.test.ts'],
    exclude: [
      // They read the sources as files, in which the defects are too.
      'supabase/functions/function-versions.test.ts',
      // It sends thousands of values through every schema, for each defect in one of them.
      'supabase/functions/_shared/http/hostile-bodies.test.ts',
    ],
    environment: 'node',
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
  },
});
