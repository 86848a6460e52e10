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
import { slimLibraries } from './slim-libraries.ts';
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
    test: /components\/price\.|contract\/money|price-age|nairobi-time|load-failure|is-cut-off|error-sentence|cart\/(use-)?add-to-cart|shortfall-message|use-first-tap|use-fresh-prices|visually-hidden|components\/rating|product-path|compare-toggle|compared-products|share-picture|use-is-wide|product-drawing|deciding-figures|key-figures|stock-label|icons\/(chevron-(left|right)|minus|plus|star)\./,
  },
  {
    name: 'delivery-parts',
    test: /delivery\/(delivery-(line|queries)|chosen-county)|contract\/delivery|product-page-query|delivery-words|icons\/(printer|copy|share-2|message-circle)\./,
  },
  {
    name: 'list-parts',
    test: /catalogue\/product-(list|card|picture-link)|icons\/sliders-horizontal\./,
  },
  // What comes when somebody first touches the page.
  {
    name: 'first-touch',
    test: /toast-cards|react-hot-toast|free-spot|features\/cart\/cart-(contents|line)|quantity-stepper|suggestion-list|layout\/menu-contents/,
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
    slimLibraries(),
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
  // The icons of the prerendered pages are drawn as in the browser.
  ssr: { noExternal: ['lucide-react'] },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    target: 'es2022',
    // Only old versions of Safari need it, and they load the files all the same.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 2048,
    rolldownOptions: { output: { codeSplitting: { groups: sharedFiles } } },
  },
  // The dependency cache belongs to the working data, so that a read-only node_modules is enough.
  cacheDir: here('../.shop/vite'),
});
