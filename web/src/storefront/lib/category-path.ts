/** The number of products on a page of a list. */
export const pageSize = 48;

/** The path of a category, or of a later page of it. Paths, so that the built site can have a file for each page. */
export function categoryPath(category: string, page?: { before: number; cursor: string }): string {
  const first = `/category/${encodeURIComponent(category)}`;
  return page ? `${first}/after/${page.before}/${page.cursor}` : first;
}
