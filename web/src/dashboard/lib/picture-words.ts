import type { ProductPicture } from '@contract/products.ts';

/** A gallery for comparing and for the history, a line for each picture: what it shows, or the start of its file's name. */
export function picturesInWords(pictures: readonly ProductPicture[]): string {
  return (
    pictures.map(({ url, alt }, index) => `${index + 1}. ${alt || fileName(url)}`).join('\n') || 'nothing'
  );
}

function fileName(url: string): string {
  const name = url.split('/').at(-1) ?? '';
  return name.length > 24 ? `${name.slice(0, 12)}…` : name || url;
}
