import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { errorSinkOfSite, isWorkerOff, originOf } from './build-settings.ts';
import { preloadHeadingFont } from './preload-heading-font.ts';
import { prerenderPages } from './prerender/prerender-plugin.ts';
import { writeRelease } from './release.ts';
import { writeAppAddresses } from './site-addresses.ts';
import { writeSiteHeaders } from './site-headers.ts';
import { buildWorker } from './worker/worker-plugin.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * What every page needs is two files: left alone the bundler makes ten of them, and each adds to the first load. The
 * libraries are one of the two, so that a browser keeps them when only the shop's own code is new.
 */
const sharedFiles = [
  { name: 'libraries', tags: ['$initial' as const], test: /node_modules/, priority: 2 },
  { name: 'base', tags: ['$initial' as const], priority: 1 },
  // Small parts that several pages share: a file of each would cost a phone a request of its own.
  {
    name: 'product-parts',
    test: /features\/delivery\/|product-page-query|components\/field\.|delivery-words|icons\/(printer|copy|share-2|message-circle)\./,
  },
  {
    name: 'list-parts',
    test: /compare-bar\.module|share-picture\.ts|use-is-wide|icons\/(sliders-horizontal|table-2)\./,
  },
];

/** Changes whenever the shape of a reply does: what a browser has kept in another shape is not shown. */
const replyShapes = () =>
  createHash('sha256')
    .update(readFileSync(here('../supabase/functions/api/routes/reply-schemas.ts')))
    .digest('hex')
    .slice(0, 12);

export default defineConfig({
  root: here('.'),
  plugins: [
    react(),
    preloadHeadingFont(),
    writeSiteHeaders(),
    writeAppAddresses(),
    writeRelease(),
    prerenderPages(),
    buildWorker(),
  ],
  define: {
    'import.meta.env.SITE_ORIGIN': JSON.stringify(originOf(process.env)),
    'import.meta.env.HAS_WORKER': JSON.stringify(!isWorkerOff(process.env)),
    'import.meta.env.ERROR_SINK': JSON.stringify(errorSinkOfSite(process.env)?.url ?? ''),
    'import.meta.env.REPLY_SHAPES': JSON.stringify(replyShapes()),
  },
  resolve: { alias: { '@contract': here('../supabase/functions/_shared/contract') } },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 2048,
    rolldownOptions: { output: { codeSplitting: { groups: sharedFiles } } },
  },
  // The dependency cache belongs to the working data, so that a read-only node_modules is enough.
  cacheDir: here('../.shop/vite'),
});
