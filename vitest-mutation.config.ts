import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The unit tests of the site and of the functions, as `npm run mutate` runs them for every mutant. */
export default defineConfig({
  resolve: {
    alias: {
      '@contract': fileURLToPath(new URL('supabase/functions/_shared/contract', import.meta.url)),
    },
  },
  test: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    include: ['web/src/**/*.test.ts', 'supabase/functions/**/*.test.ts'],
    // They read the sources as files, in which the defects stand too.
    exclude: [
      'supabase/functions/function-versions.test.ts',
      'supabase/functions/api/reply-schemas.test.ts',
    ],
    environment: 'node',
    restoreMocks: true,
    unstubGlobals: true,
    unstubEnvs: true,
  },
});
