/** The address of a product's page. An id works as well as a slug, and so does every slug that the product had. */
export function productPath(slugOrId: string): string {
  return `/product/${encodeURIComponent(slugOrId)}`;
}
