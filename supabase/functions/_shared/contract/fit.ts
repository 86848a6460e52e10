import { endpoint } from './endpoint.ts';
import type { Product } from './products.ts';

/** A line of a stored data sheet: `key` is an attribute; a line of the owner's own has none. */
type StoredLine = {
  key?: string;
  value: string;
  /** Where the value was read, when it is not the shop's own word. */
  source?: string;
  /** The source is not the product's maker: the value counts with something to spare. */
  isSecondHand?: boolean;
};

/** What is judged of a product. */
export type DataSheet = Pick<Product, 'id' | 'slug' | 'name' | 'category' | 'brand' | 'model' | 'price'> & {
  specs: StoredLine[];
};

/** What the shop says about things that are bought together, judged from their data sheets. */
export type FitFinding = {
  /** It does not fit; it fits if something is done; it fits, and some of it is never used; a value is not known. */
  strength: 'misfit' | 'if' | 'unused' | 'unknown';
  /** Whom it is about, ids. */
  products: string[];
  /** A sentence or two. */
  text: string;
  /** Of a misfit: in whose place the replacements would be, three at most, in stock; with each the whole cart is right. */
  replaces: string | null;
  replacements: Product[];
  /** Of a misfit without replacements: what to look for, and the list that has it. */
  lookFor: { text: string; path: string } | null;
};

export type ItemsFit = {
  /** The worst first. */
  findings: FitFinding[];
  /** What they have together, as a sentence; null where they are not one site, or a value is not known. */
  site: string | null;
};

/** `items`: products and pieces, as `quotedItems` writes them; what does not exist does not count. 400 for anything else. */
export const checkFit = endpoint<ItemsFit>('GET', '/api/fit?items=:items');
