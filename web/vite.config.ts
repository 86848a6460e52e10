import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { shopCategories } from '../supabase/functions/_shared/contract/products.ts';
import { preloadHeadingFont } from './preload-heading-font.ts';
import { prerenderPages, type PublicPage } from './prerender/prerender-plugin.ts';
import { writeSiteHeaders } from './site-headers.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Every address whose page says the same to everybody, and the page for what is not there. */
const publicPages: PublicPage[] = [
  { path: '/' },
  ...shopCategories.map((category) => ({
    path: `/category/${category}`,
    module: 'src/storefront/pages/category/category-page.tsx',
  })),
  { path: '/shipping-info', module: 'src/storefront/pages/shipping-info/shipping-info-page.tsx' },
  { path: '/returns', module: 'src/storefront/pages/returns/returns-page.tsx' },
  { path: '/warranty', module: 'src/storefront/pages/warranty/warranty-page.tsx' },
  { path: '/404', module: 'src/storefront/pages/not-found/not-found-page.tsx' },
];

/** In one file: left alone the bundler makes ten of these, and each adds to the first load. */
const neededByEveryPage =
  /node_modules\/(react|@tanstack)\/|lucide-react\/dist\/esm\/(createLucideIcon|Icon|icons\/(x|circle-(check|exclamation-point)))\.|components\/(class-names|icon-button)\.|contract\/(endpoint|orders)\./;

export default defineConfig({
  root: here('.'),
  plugins: [react(), preloadHeadingFont(), writeSiteHeaders(), prerenderPages(publicPages)],
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
