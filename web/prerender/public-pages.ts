import { frameAddresses, publicAddresses } from '../site-addresses.ts';

export type PublicPage = {
  path: string;
  /** The modules that the route tables load lazily: the page's own, and its route table if that is lazy. */
  modules: readonly string[];
  /** Whether it first renders the same for any query string. */
  isForAnyQuery: boolean;
};

/** The second route table. */
export const otherPages = 'src/app/other-pages.tsx';

/**
 * The pages that are files of the built site: including one per product, the later pages of categories, the frames of
 * visitors' own pages, and the 404 page.
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
