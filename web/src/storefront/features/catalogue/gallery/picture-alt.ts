import type { ProductPicture } from '@contract/products.ts';

/** What a picture shows, in the owner's words; without them the product's name, numbered from the second on. */
export function pictureAlt({ alt }: ProductPicture, name: string, index: number): string {
  return alt || (index === 0 ? name : `${name}, picture ${index + 1}`);
}
