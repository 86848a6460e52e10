import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { originOf } from './build-settings.ts';
import { preloadHeadingFont } from './preload-heading-font.ts';
import { prerenderPages } from './prerender/prerender-plugin.ts';
import { writeAppAddresses } from './site-addresses.ts';
import { writeSiteHeaders } from './site-headers.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * In one file: left alone the bundler makes ten of these, and each adds to the first load. Not the parts of TanStack Query
 * that only later pages use.
 */
const neededByEveryPage =
  /node_modules\/(react|react-router|@tanstack(?!.*\/(useQueries|queriesObserver|infiniteQuery))|react-hot-toast|goober)\/|lucide-react\/dist\/esm\/(createLucideIcon|Icon|icons\/(x|circle-(check|exclamation-point)))\.|components\/(class-names|icon-button|empty-state|error-reference|toast)\.|lib\/(api-client|stored-state)\.|contract\/(endpoint|errors|money|orders|products)\./;

export default defineConfig({
  root: here('.'),
  plugins: [react(), preloadHeadingFont(), writeSiteHeaders(), writeAppAddresses(), prerenderPages()],
  define: { 'import.meta.env.SITE_ORIGIN': JSON.stringify(originOf(process.env)) },
  resolve: { alias: { '@contract': here('../supabase/functions/_shared/contract') } },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 2048,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', test: neededByEveryPage }] } } },
  },
  // The dependency cache belongs to the working data, so that a read-only node_modules is enough.
  cacheDir: here('../.shop/vite'),
});
