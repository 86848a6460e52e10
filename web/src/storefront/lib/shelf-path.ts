/** Products of one page of a list. */
export const pageSize = 48;

/** Where a shelf begins, or goes on behind so many products. Paths, so that the built site can have a file for each page. */
export function shelfPath(category: string, page?: { before: number; cursor: string }): string {
  const shelf = `/category/${encodeURIComponent(category)}`;
  return page ? `${shelf}/after/${page.before}/${page.cursor}` : shelf;
}
