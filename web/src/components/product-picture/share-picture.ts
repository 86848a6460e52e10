import type { ProductPicture } from '@contract/products.ts';
import { drawingOf } from './drawings/drawing-choice.ts';
import { sharePicturePath } from './share-picture-path.ts';

/** The pictures of a product in link previews: its own, or its drawing. */
export function sharePictures(
  product: { category: string; name?: string },
  pictures: readonly ProductPicture[] = [],
): readonly ProductPicture[] {
  if (pictures.length > 0) return pictures;
  // A category without a drawing uses the shop's picture.
  return [{ url: sharePicturePath(drawingOf(product) ?? 'instruments'), alt: '' }];
}
