// What SQL says of imports of spreadsheets.

/** A spreadsheet that was imported, or is being imported or undone: then rows are `waiting`. */
export type ProductImport = {
  id: string;
  /** ISO 8601. */
  at: string;
  fileName: string;
  /** Rows that change something. */
  total: number;
  /** Rows that are still to be written; once it is undone, those still to be put back. */
  waiting: number;
  /** Products. */
  made: number;
  changed: number;
  unchanged: number;
  /** Rows that were not written: somebody changed their product after all rows were checked and before their turn. */
  left: ImportProblem[];
  undoneAt: string | null;
  /** What undoing has done so far, in products; `left` were changed by somebody else since. */
  undone: { putBack: number; erased: number; archived: number; left: number } | null;
};

/** What stands in the way of one row, or of undoing one product. */
export type ImportProblem = {
  /** The row of the spreadsheet; null when an import is undone. */
  line: number | null;
  productId: string | null;
  name: string;
  problem: 'not_found' | 'changed_meanwhile' | 'stock_is_held' | 'slug_taken';
};
