/** The path of a product's page. An id works as well as a slug, and so do earlier slugs of the product. */
export function productPath(slugOrId: string): string {
  return `/product/${encodeURIComponent(slugOrId)}`;
}
