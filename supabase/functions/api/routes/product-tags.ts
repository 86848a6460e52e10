import type { ProductPage } from '../../_shared/contract/products.ts';

/** The tag of all replies about products. */
const catalogueTag = 'catalogue';

/** The tag of lists, counts and searches. */
export const shelfTags = [catalogueTag, 'shelves'];

const tagOf = ({ id }: { id: string }) => `product-${id}`;

export const productTags = (product: { id: string }) => [catalogueTag, tagOf(product)];

/** A page shows other products too, and changes with them. */
export const pageTags = ({ product, fits, related }: ProductPage) => [
  ...new Set([catalogueTag, ...[product, ...fits.map((fit) => fit.product), ...related].map(tagOf)]),
];

/** Netlify allows 500 tags; more changes than this purge everything. */
const maxChanges = 50;

/** The tags to purge when these products have changed; without products, everything. */
export const changedTags = (products: readonly { id: string }[] | null) =>
  products && products.length <= maxChanges ? ['shelves', ...products.map(tagOf)] : [catalogueTag];
