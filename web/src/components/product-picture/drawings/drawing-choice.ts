import type { ShopCategory } from '@contract/products.ts';
import { shopCategories } from '@contract/products.ts';

/** What a drawing shows: a whole category, or a kind of product in it that looks quite different. */
export type DrawingName =
  | ShopCategory
  | 'handheld'
  | 'total-station'
  | 'cable'
  | 'magnetometer'
  | 'solar-kit'
  | 'power-station'
  | 'charge-controller';

const kinds: readonly { category: ShopCategory; words: RegExp; drawing: DrawingName }[] = [
  { category: 'gps', words: /handheld|communicator/i, drawing: 'handheld' },
  { category: 'instruments', words: /total station/i, drawing: 'total-station' },
  { category: 'instruments', words: /cable set/i, drawing: 'cable' },
  { category: 'instruments', words: /magnetometer/i, drawing: 'magnetometer' },
  { category: 'solar', words: /generator|power station/i, drawing: 'power-station' },
  { category: 'solar', words: /\bkit\b/i, drawing: 'solar-kit' },
  { category: 'converters', words: /mppt|charge converter/i, drawing: 'charge-controller' },
];

/** Which drawing is used for a product without a picture; null where the shop has none. */
export function drawingOf(product: { category: string; name?: string }): DrawingName | null {
  const kind = kinds.find(
    ({ category, words }) => category === product.category && words.test(product.name ?? ''),
  );
  if (kind) return kind.drawing;
  return shopCategories.find((category) => category === product.category) ?? null;
}
