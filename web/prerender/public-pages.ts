import { publicAddresses } from '../site-addresses.ts';

export type PublicPage = {
  path: string;
  /** The files below the site's root that the route tables load lazily: the page's own, and its table where that is one. */
  modules: readonly string[];
};

/** The second route table. */
export const otherPages = 'src/app/other-pages.tsx';

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
  return addresses.map((path) => ({ path, modules: modulesOf(path) }));
}

function modulesOf(path: string): string[] {
  const [, first = ''] = path.split('/');
  const name = first === '404' ? 'not-found' : first || 'home';
  const page = `src/storefront/pages/${name}/${name}-page.tsx`;
  return ['home', 'category', 'product'].includes(name) ? [page] : [otherPages, page];
}
