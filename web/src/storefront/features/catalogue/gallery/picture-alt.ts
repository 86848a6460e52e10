import type { ProductPicture } from '@contract/products.ts';

/** A picture's alt text: the owner's, else the product's name, numbered from the second on. */
export function pictureAlt({ alt }: ProductPicture, name: string, index: number): string {
  return alt || (index === 0 ? name : `${name}, picture ${index + 1}`);
}
