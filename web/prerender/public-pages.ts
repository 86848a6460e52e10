import { textPages } from '../../supabase/functions/_shared/contract/shop-text-pages.ts';
import { frameAddresses, publicAddresses } from '../site-addresses.ts';

export type PublicPage = {
  path: string;
  /** Its module, which the route table loads lazily. */
  module: string;
  /** Whether it first renders the same for any query string. */
  isForAnyQuery: boolean;
};

/**
 * The pages that are files of the built site: including one per product, the later pages of categories, the frames of
 * visitors' own pages, and the 404 page.
 */
export function publicPages(
  products: readonly { slug: string }[],
  laterPages: readonly string[],
): PublicPage[] {
  const pagesAt = (addresses: readonly string[], isForAnyQuery: boolean) =>
    addresses.map((path) => ({ path, module: moduleOf(path), isForAnyQuery }));
  return [
    ...pagesAt([...publicAddresses, ...laterPages, '/404'], false),
    ...pagesAt([...products.map(({ slug }) => `/product/${slug}`), ...frameAddresses], true),
  ];
}

function moduleOf(path: string): string {
  const [, first = ''] = path.split('/');
  // Those with a page of their own are at another address.
  if ((textPages as readonly string[]).includes(first)) return 'src/storefront/features/texts/text-page.tsx';
  const name = first === '404' ? 'not-found' : first || 'home';
  return `src/storefront/pages/${name}/${name}-page.tsx`;
}
