import type { Product } from '@contract/products.ts';

/** The one line of figures under a product's name, e.g. `550 W · 5 panels · 21.3 %`; empty when it has none. */
export function keyValues({ keyValues: figures }: Pick<Product, 'keyValues'>): string {
  return figures.map(withUnbrokenUnits).join('\u00a0· ');
}

/** A figure stays on one line with its unit and with what a hyphen joins to it; a real multiplication sign. */
export function withUnbrokenUnits(figure: string): string {
  return figure
    .replace(/(\d) x (\d)/g, '$1 × $2')
    .replace(/(\d)-(?=\p{L})/gu, '$1\u2011')
    .replace(/(\d) (?=[^\d\s]{1,4}(\s|$))/g, '$1\u00a0');
}
