// What SQL says of imports of spreadsheets.

/** Rows of a file that can be imported at once, of products or of the bank. */
export const maxImportRows = 1000;

/** A spreadsheet or a bulk change that was written. */
export type ProductImport = {
  id: string;
  /** ISO 8601. */
  at: string;
  /** Of a bulk change what it did. */
  fileName: string;
  /** Products. */
  made: number;
  changed: number;
  unchanged: number;
  /** Rows that were not written: somebody changed their product after the preview. */
  left: ImportProblem[];
  undoneAt: string | null;
  /** What undoing did, in products; `left` were changed by somebody else since. */
  undone: { putBack: number; erased: number; archived: number; left: number } | null;
};

/** A price that undoing an import changes, in KES: as it is, and what it becomes. */
export type PriceOfImport = { name: string; seen: { price: number }; set: { price: number } };

/** What stands in the way of one row, or of undoing one product. */
export type ImportProblem = {
  /** The row of the spreadsheet; null when an import is undone. */
  line: number | null;
  productId: string | null;
  name: string;
  problem: 'not_found' | 'changed_meanwhile' | 'stock_is_held' | 'slug_taken' | 'follower_wrong';
};

/** Which column of a supplier's list is what, by the names in its heading; null: the list has no such column. */
export type ListColumns = {
  /** All names of its heading, by which the next list of this supplier is recognised. */
  heads: string[];
  /** The model number, address or name of the product. */
  product: string;
  price: string | null;
  stock: string | null;
  /** Prices are rounded to a multiple of so many KES. */
  round: 1 | 50 | 100 | 500;
  /** Of its prices; absent: KES. The rate is typed for each list. */
  currency?: 'USD' | 'EUR';
};

/** The products whose model number, address or name is this one, whatever its signs and capitals; five at most. */
export type ProductMatch = { name: string; ids: string[] };
