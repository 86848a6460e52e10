import { frameAddresses, publicAddresses } from '../site-addresses.ts';

export type PublicPage = {
  path: string;
  /** The files below the site's root that the route tables load lazily: the page's own, and its table where that is one. */
  modules: readonly string[];
  /** Whether it is first drawn alike whatever the query string says. */
  isForAnyQuery: boolean;
};

/** The second route table. */
export const otherPages = 'src/app/other-pages.tsx';

/**
 * The pages that are files of the built site: one for each product among them, the later pages of shelves, the frames of
 * pages that are each visitor's own, and the page for what is not there.
 */
export function publicPages(
  products: readonly { slug: string }[],
  laterPages: readonly string[],
): PublicPage[] {
  const pagesAt = (addresses: readonly string[], isForAnyQuery: boolean) =>
    addresses.map((path) => ({ path, modules: modulesOf(path), isForAnyQuery }));
  return [
    ...pagesAt([...publicAddresses, ...laterPages, '/404'], false),
    ...pagesAt([...products.map(({ slug }) => `/product/${slug}`), ...frameAddresses], true),
  ];
}

function modulesOf(path: string): string[] {
  const [, first = ''] = path.split('/');
  const name = first === '404' ? 'not-found' : first || 'home';
  const page = `src/storefront/pages/${name}/${name}-page.tsx`;
  return ['home', 'category', 'product'].includes(name) ? [page] : [otherPages, page];
}
