import type { ProductPage } from '../../_shared/contract/products.ts';

/** Of everything that shows, lists, counts or finds products. */
const catalogueTag = 'catalogue';

/** Of what lists, counts or finds them. */
export const shelfTags = [catalogueTag, 'shelves'];

const tagOf = ({ id }: { id: string }) => `product-${id}`;

export const productTags = (product: { id: string }) => [catalogueTag, tagOf(product)];

/** A page shows other products too, and changes with them. */
export const pageTags = ({ product, fits, related }: ProductPage) => [
  ...new Set([catalogueTag, ...[product, ...fits.map((fit) => fit.product), ...related].map(tagOf)]),
];

/** Netlify takes 500 tags; so many changes concern everything anyway. */
const mostChanges = 50;

/** Of what has to be forgotten when these products have changed; all of it without them. */
export const changedTags = (products: readonly { id: string }[] | null) =>
  products && products.length <= mostChanges ? ['shelves', ...products.map(tagOf)] : [catalogueTag];
