import type { Plugin } from 'vite';
import { shopCategories } from '../supabase/functions/_shared/contract/products.ts';
import { textPageOf, textPages } from '../supabase/functions/_shared/contract/shop-text-pages.ts';

/** The paths of pages that are the same for everybody: files of the built site. */
export const publicAddresses = [
  ...textPages.map((page) => textPageOf[page].path),
  ...shopCategories.map((category) => `/category/${category}`),
];

/**
 * The paths of pages that are visitor-specific or depend on the query: files with the frame of the page, including
 * fields and headings, but no personal data. Not indexed.
 */
export const frameAddresses = ['/login', '/register', '/orders', '/checkout', '/search'];

/**
 * The paths whose content the build does not know, in the router's notation, which is also Netlify's: they start with
 * the empty app. A product that existed when the site was built is a file, and files take precedence.
 */
export const appAddresses = [
  '/product/:product',
  // Unknown categories too have a page, which search engines leave out.
  '/category',
  '/category/:category',
  // Later pages of categories: those of the build are files, and every new product shifts them.
  '/category/:category/after/:before/:cursor',
  '/compare',
  '/order-confirmation/:orderId',
  '/quotation/:quotationId',
  '/o/:orderNumber',
  '/payment/success',
  '/payment/failed',
  '/payment/try-later',
  '/payment/error',
  '/find-order',
  '/quotation',
  '/forgot-password',
  '/reset-password',
  '/confirm-email',
  '/undo-change',
  '/account',
  '/admin/*',
];

/** Files of the built site that are for Netlify and the local stack alone, and answered with 404. */
export const hiddenFiles = ['/_headers', '/_redirects', '/built-from.txt'];

/** The app without content, served at the paths of the app. */
export const appShell = 'app-shell.html';

/** Whether a path belongs to the app; any other path without a file is answered with 404. */
export function isAppAddress(pathname: string): boolean {
  return patterns.some((pattern) => pattern.test(pathname));
}

const patterns = appAddresses.map(
  (address) => new RegExp(`^${address.replace(/:\w+/g, '[^/]+').replace('/*', '(/.*)?')}/?$`),
);

/** Writes the paths of the app into the file that Netlify reads; at any other path it serves 404.html. */
export function writeAppAddresses(): Plugin {
  return {
    name: 'write-app-addresses',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: '_redirects', source: redirectsFile() });
    },
  };
}

/** The hidden files and the paths of the app in the format of Netlify's `_redirects` file. */
export function redirectsFile(): string {
  const rules = [
    // Also where there is a file.
    ...hiddenFiles.map((file) => `${file} /404.html 404!`),
    ...appAddresses.map((address) => `${address} /${appShell} 200`),
  ];
  return rules.map((rule) => `${rule}\n`).join('');
}
