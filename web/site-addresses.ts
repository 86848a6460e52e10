import type { Plugin } from 'vite';
import { shopCategories } from '../supabase/functions/_shared/contract/products.ts';
import { formCategories } from '../supabase/functions/_shared/contract/product-form.ts';

/** Every address whose page says the same to everybody: a file of the built site. */
export const publicAddresses = [
  '/',
  ...shopCategories.map((category) => `/category/${category}`),
  '/shipping-info',
  '/returns',
  '/warranty',
  '/terms',
  '/privacy',
];

/**
 * What these show is the visitor's own, or depends on the query: files with the frame of the page, fields and headings
 * included, and nothing in it that is anybody's. Search engines leave them out.
 */
export const frameAddresses = ['/login', '/register', '/orders', '/checkout', '/search'];

/**
 * The addresses of which the build does not know what they show, in the notation of the router, which is Netlify's too:
 * they begin with the empty app. A product that was there when the site was built is a file, and a file comes first.
 */
export const appAddresses = [
  '/product/:product',
  // No shelf shows these, but a product may be in one.
  ...formCategories.map((category) => `/category/${category}`),
  // Later pages of shelves: those of the build are files, and every product moves them.
  '/category/:category/after/:before/:cursor',
  '/compare',
  '/order-confirmation/:orderId',
  '/o/:orderNumber',
  '/payment/success',
  '/payment/failed',
  '/payment/try-later',
  '/payment/error',
  '/find-order',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/account',
  '/admin/*',
];

/** Served at the addresses of the app: the app without content. */
export const appShell = 'app-shell.html';

/** Whether an address is one of the app; every other one without a file is unknown, and answered with 404. */
export function isAppAddress(pathname: string): boolean {
  return patterns.some((pattern) => pattern.test(pathname));
}

const patterns = appAddresses.map(
  (address) => new RegExp(`^${address.replace(/:\w+/g, '[^/]+').replace('/*', '(/.*)?')}/?$`),
);

/** Writes the addresses of the app into the file from which Netlify reads them; at any other it serves 404.html. */
export function writeAppAddresses(): Plugin {
  return {
    name: 'write-app-addresses',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: '_redirects', source: redirectsFile() });
    },
  };
}

/** The addresses of the app as Netlify reads them, from the file `_redirects` of the site. */
export function redirectsFile(): string {
  return appAddresses.map((address) => `${address} /${appShell} 200\n`).join('');
}
