import type { ProductPicture } from '@contract/products.ts';
import { drawingOf } from './drawings/drawing-choice.ts';
import { sharePicturePath } from './share-picture-path.ts';

/** What link previews show of a product: its pictures, or the drawing that stands in their place. */
export function sharePictures(
  product: { category: string; name?: string },
  pictures: readonly ProductPicture[] = [],
): readonly ProductPicture[] {
  if (pictures.length > 0) return pictures;
  // A category without a drawing is previewed as the shop is.
  return [{ url: sharePicturePath(drawingOf(product) ?? 'instruments'), alt: '' }];
}
