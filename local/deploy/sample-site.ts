import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { appShell, frameAddresses, publicAddresses, redirectsFile } from '../../web/site-addresses.ts';
import { headersFile, type HeaderSettings } from '../../web/site-headers.ts';

/** A folder with the files of a built site, each with its name as content, and the real site's rules. */
export function sampleSite(settings: HeaderSettings): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'shop-sample-site-'));
  const pages = [...publicAddresses, ...frameAddresses].map(
    (address) => `${address === '/' ? 'index' : address.slice(1)}.html`,
  );
  const others = expectedAnswers.map(([, , file]) => file);
  const files = Object.fromEntries([...pages, ...others].map((name) => [name, name]));
  const rules = { _headers: headersFile(settings), _redirects: redirectsFile() };
  for (const [name, text] of Object.entries({ ...files, ...rules })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}

/** The expected status and file at addresses of that site. */
export const expectedAnswers: readonly [path: string, status: number, file: string][] = [
  ['/', 200, 'index.html'],
  ['/returns', 200, 'returns.html'],
  ['/category/solar', 200, 'category/solar.html'],
  ['/sitemap.xml', 200, 'sitemap.xml'],
  ['/robots.txt', 200, 'robots.txt'],
  ['/assets/app-1.js', 200, 'assets/app-1.js'],
  ['/product/sold', 200, 'product/sold.html'],
  ['/product/newer-than-the-site', 200, appShell],
  ['/category/solar/after/b2/abc', 200, appShell],
  ['/category/drones', 200, appShell],
  ['/checkout', 200, 'checkout.html'],
  ['/login', 200, 'login.html'],
  ['/search', 200, 'search.html'],
  ['/account', 200, appShell],
  ['/o/1A2B3C4D', 200, appShell],
  ['/order-confirmation/1', 200, appShell],
  ['/payment/success', 200, appShell],
  ['/reset-password', 200, appShell],
  ['/admin', 200, appShell],
  ['/admin/orders/1', 200, appShell],
  // Chunks of an older release and unknown addresses must be 404.
  ['/assets/app-0.js', 404, '404.html'],
  ['/no-such-page', 404, '404.html'],
  ['/no-such-picture.png', 404, '404.html'],
  ['/product', 404, '404.html'],
  ['/orders/1', 404, '404.html'],
  ['/administrator', 404, '404.html'],
];
