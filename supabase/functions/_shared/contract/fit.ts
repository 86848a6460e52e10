import { endpoint } from './endpoint.ts';
import type { Product } from './products.ts';

/** Whether the things of a cart fit each other; silent where a value is unknown. */
export type ItemsFit = {
  /**
   * `reason`: a sentence with both values, without a full stop. `replacements`: three at most, in stock, for the product
   * `replaces`, which is the one itself, or the inverter that its panels do not suit.
   */
  misfits: { productId: string; reason: string; replaces: string; replacements: Product[] }[];
  /** What to set on them, sentences without a full stop: a charger that gives more than the batteries take. */
  toSet: string[];
  /** What they have together; null where nothing of the kind is among them. */
  site: { panelWatts: number | null; batteryWattHours: number | null; inverterWatts: number | null };
};

/** `items`: products and pieces, as `quotedItems` writes them; what does not exist does not count. 400 for anything else. */
export const checkFit = endpoint<ItemsFit>('GET', '/api/fit?items=:items');
