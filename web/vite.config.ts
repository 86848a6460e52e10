import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { isWorkerOff, originOf } from './build-settings.ts';
import { leanPackages } from './lean-packages.ts';
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

/** Where visitors arrive. */
const landingPages = /storefront\/pages\/(home|category|product)\/\w+-page\.tsx$/;

/** The modules loaded by themselves, such as pages, with which this one is loaded. */
function loadedWith(id: string, context: Rolldown.ChunkingContext, seen = new Set<string>()): Set<string> {
  const info = context.getModuleInfo(id);
  if (!info || seen.has(id)) return new Set();
  seen.add(id);
  const own = info.isEntry || (info.dynamicImporters?.length ?? 0) > 0 ? [id] : [];
  return new Set([
    ...own,
    ...(info.importers ?? []).flatMap((importer) => [...loadedWith(importer, context, seen)]),
  ]);
}

/**
 * What every page needs is one file, with what all pages on which visitors arrive share: the larger a file, the better it
 * is compressed. What two of these share is another, and what other pages of one wing share; formik and yup come with
 * the first form. Otherwise a page would request each of these small modules by itself, and the first file would name each.
 */
const sharedFiles = [
  sharedFile((landing, others) => (landing.length === 3 || others.some(isEntry)) && 'every-page'),
  {
    name: 'icons',
    test: /node_modules\/lucide-react\//,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 1000,
  },
  // What more pages need first: a file takes with it what its modules need.
  ...[2, 1].map((count) =>
    sharedFile(
      (landing, others) =>
        landing.length === count && landing.length + others.length > 1 && `shop-${landing.sort().join('-')}`,
    ),
  ),
  { name: 'forms', test: /node_modules\/(formik|yup)\/|src\/(components|lib)\/forms\//, minShareCount: 2 },
  sharedFile((_, others) => others.length > 4 && !others.every(isOfStaff) && 'pages'),
  sharedFile((_, others) => others.length > 6 && others.every(isOfStaff) && 'dashboard'),
];

const isEntry = (page: string) => page.endsWith('/index.html');

const isOfStaff = (page: string) => page.includes('/dashboard/');

/**
 * Of our own modules: who imports a package's file of everything is not told which of it they need.
 * @param nameOf the file of a module, by the names of the landing pages and by the others that load it; false for none
 */
function sharedFile(nameOf: (landing: string[], others: string[]) => string | false) {
  return {
    test: /\/(web\/src|_shared)\//,
    name: (id: string, context: Rolldown.ChunkingContext) => {
      const pages = [...loadedWith(id, context)];
      const landing = pages.flatMap((page) => landingPages.exec(page)?.[1] ?? []);
      return (
        nameOf(
          landing,
          pages.filter((page) => !landingPages.test(page)),
        ) || null
      );
    },
  };
}

export default defineConfig({
  root: here('.'),
  plugins: [
    react(),
    leanPackages(),
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
    rolldownOptions: {
      output: {
        codeSplitting: { groups: sharedFiles },
        // Without the names of the pages that load it.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
      },
    },
  },
  // The dependency cache belongs to the working data, so that a read-only node_modules is enough.
  cacheDir: here('../.shop/vite'),
});
