// What SQL says of imports of spreadsheets.

/** A spreadsheet or a bulk change that was written, or is being written or undone: then rows are `waiting`. */
export type ProductImport = {
  id: string;
  /** ISO 8601. */
  at: string;
  /** Of a bulk change what it did. */
  fileName: string;
  /** Rows that change something. */
  total: number;
  /** Rows that are still to be written; once it is undone, those still to be put back. */
  waiting: number;
  /** Products. */
  made: number;
  changed: number;
  unchanged: number;
  /** Rows that were not written: somebody changed their product after the preview and before their turn. */
  left: ImportProblem[];
  undoneAt: string | null;
  /** What undoing has done so far, in products; `left` were changed by somebody else since. */
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
  problem: 'not_found' | 'changed_meanwhile' | 'stock_is_held' | 'slug_taken';
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
};

/** The products whose model number, address or name is this one, whatever its signs and capitals; five at most. */
export type ProductMatch = { name: string; ids: string[] };
