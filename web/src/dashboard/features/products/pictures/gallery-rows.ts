import type { ProductPicture } from '@contract/products.ts';
import { randomUuid } from '../../../../lib/random-uuid.ts';

/** A picture while it is edited; `key` identifies its row on the page and is never sent. */
export type GalleryRow = ProductPicture & { key: string };

/** A picture, opened for editing. */
export function galleryRowOf({ url, alt }: ProductPicture): GalleryRow {
  return { key: randomUuid(), url, alt };
}

/** The gallery as the shop stores it: without a row whose address was deleted. */
export function galleryOf(rows: readonly GalleryRow[]): ProductPicture[] {
  return rows.map(({ url, alt }) => ({ url: url.trim(), alt: alt.trim() })).filter(({ url }) => url !== '');
}

/** The rows with another address of the first picture, as it is typed. */
export function withFirstUrl(rows: readonly GalleryRow[], url: string): GalleryRow[] {
  const [first, ...others] = rows;
  if (url === '' && others.length === 0) return [];
  return [{ ...(first ?? galleryRowOf({ url, alt: '' })), url }, ...others];
}
