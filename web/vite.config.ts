import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { isWorkerOff, originOf } from './build-settings.ts';
import { preloadHeadingFont } from './preload-heading-font.ts';
import { prerenderPages } from './prerender/prerender-plugin.ts';
import { writeRelease } from './release.ts';
import { writeAppAddresses } from './site-addresses.ts';
import { writeSiteHeaders } from './site-headers.ts';
import { buildWorker } from './worker/worker-plugin.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Changes with the contract, whenever the shape of a reply may have: data that a browser has stored in another shape is not shown. */
const replyShapes = () => {
  const contract = here('../supabase/functions/_shared/contract');
  const texts = readdirSync(contract)
    .sort()
    .map((file) => readFileSync(`${contract}/${file}`));
  return createHash('sha256').update(Buffer.concat(texts)).digest('hex').slice(0, 12);
};

/**
 * What every page needs is one file, and so is what many pages of the shop share, apart from fields; formik and yup come
 * with the first form. Otherwise a page would request each of these small modules by itself.
 */
const sharedFiles = [
  { name: 'every-page', tags: ['$initial' as const] },
  {
    name: 'shop',
    test: /src\/(components|lib|storefront\/(lib|features\/(cart|catalogue)))\/(?!forms\/)/,
    minShareCount: 4,
  },
  {
    name: 'forms',
    test: /node_modules\/(formik|yup)\/|src\/(components|lib)\/forms\//,
    minShareCount: 2,
  },
];

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
    'import.meta.env.REPLY_SHAPES': JSON.stringify(replyShapes()),
  },
  resolve: { alias: { '@contract': here('../supabase/functions/_shared/contract') } },
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
