import type { ProductPicture } from '@contract/products.ts';

/** A gallery as text, one line per picture: its alt text, or the start of its file name. */
export function picturesText(pictures: readonly ProductPicture[]): string {
  return (
    pictures.map(({ url, alt }, index) => `${index + 1}. ${alt || fileName(url)}`).join('\n') || 'nothing'
  );
}

function fileName(url: string): string {
  const name = url.split('/').at(-1) ?? '';
  return name.length > 24 ? `${name.slice(0, 12)}…` : name || url;
}
