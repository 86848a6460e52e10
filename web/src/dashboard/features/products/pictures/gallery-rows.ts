import type { ProductPicture } from '@contract/products.ts';
import { randomUuid } from '#lib/api/random-uuid.ts';

/** A picture in the editor; `key` identifies its row on the page and is never sent. */
export type GalleryRow = ProductPicture & { key: string };

/** The editor's row for a picture. */
export function galleryRowOf({ url, alt }: ProductPicture): GalleryRow {
  return { key: randomUuid(), url, alt };
}

/** The gallery as it is stored: without rows whose URL was deleted. */
export function galleryOf(rows: readonly GalleryRow[]): ProductPicture[] {
  return rows.map(({ url, alt }) => ({ url: url.trim(), alt: alt.trim() })).filter(({ url }) => url !== '');
}

/** The rows with another URL of the first picture. */
export function withFirstUrl(rows: readonly GalleryRow[], url: string): GalleryRow[] {
  const [first, ...others] = rows;
  if (url === '' && others.length === 0) return [];
  return [{ ...(first ?? galleryRowOf({ url, alt: '' })), url }, ...others];
}
