import { publicAddresses } from '../site-addresses.ts';

export type PublicPage = {
  path: string;
  /** The page's own file below the site's root, when the route table loads it lazily. */
  module?: string;
};

/**
 * The pages that are files of the built site: one for each product among them, the later pages of shelves, and the page
 * for what is not there.
 */
export function publicPages(
  products: readonly { slug: string }[],
  laterPages: readonly string[],
): PublicPage[] {
  const addresses = [
    ...publicAddresses,
    ...products.map(({ slug }) => `/product/${slug}`),
    ...laterPages,
    '/404',
  ];
  return addresses.map((path) => ({ path, module: moduleOf(path) }));
}

function moduleOf(path: string): string | undefined {
  const [, first = ''] = path.split('/');
  const name = first === '404' ? 'not-found' : first;
  return name === '' ? undefined : `src/storefront/pages/${name}/${name}-page.tsx`;
}
