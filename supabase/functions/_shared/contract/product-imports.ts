import { array, type InferType, lazy, mixed, object, type Schema, string } from 'yup';
import { cutAfter, isEachOnce, textField, trueOrFalse, uuidRule, wholeNumber } from './field-rules.ts';
import { endpoint, endpointWithBody } from './endpoint.ts';
import { createProductSchema } from './product-form.ts';

/** Rows of a spreadsheet that can be written at once: new ones and changed ones, not those that stay as they are. */
export const maxImportRows = 5000;

/** Bytes of such a request; five thousand new products with long descriptions. */
const maxImportBytes = 8_000_000;

/** A new product, as a row of a spreadsheet describes it. */
export const newRowSchema = createProductSchema;
/** The cells of a product that a row changes; all others stay. */
export const changedRowSchema = createProductSchema.partial();

type NewRow = InferType<typeof newRowSchema>;
type ChangedRow = InferType<typeof changedRowSchema>;

/** `line` names the row of the spreadsheet, the heads being the first. */
export type ImportRow =
  | { line: number; id: null; set: NewRow }
  /** `seen`: the same fields as the preview showed them before the change. */
  | { line: number; id: string; seen: Record<string, unknown>; set: ChangedRow };

export type ImportProductsRequest = {
  fileName: string;
  /** Rows of the spreadsheet that change nothing; noted, not written. */
  unchanged: number;
  rows: ImportRow[];
};

/** No spreadsheet is that long. */
const maxSpreadsheetLines = 100_000_000;
const line = wholeNumber('Line').min(2, 'Line 1 is the header').max(maxSpreadsheetLines, 'Line is too large');
const noId = mixed()
  .nullable()
  .test('none', 'Unknown product', (id) => (id ?? null) === null);
const newRow = object({ line, id: noId, set: newRowSchema }).required();
const changedRow = object({
  line,
  id: string().required('Product is missing').test(uuidRule('Unknown product')),
  seen: mixed()
    .required('The values seen before the change are missing')
    .test(
      'object',
      'The values seen before the change are missing',
      (seen) => typeof seen === 'object' && !Array.isArray(seen),
    ),
  set: changedRowSchema.test('something', 'Nothing to change', (set) =>
    Object.values(set).some((value) => value !== undefined),
  ),
}).required();

export const importProductsSchema = object({
  fileName: textField('File name is missing', 200),
  unchanged: wholeNumber('Unchanged rows')
    .min(0, 'Unchanged rows cannot be negative')
    .max(maxSpreadsheetLines, 'Unchanged rows are too many'),
  rows: array(
    lazy((row: { id?: unknown } | null) => (typeof (row?.id ?? null) === 'object' ? newRow : changedRow)),
  )
    .required('Rows are missing')
    .min(1, 'There is nothing to import')
    .transform(cutAfter(maxImportRows))
    .max(maxImportRows, `At most ${maxImportRows} rows at once`)
    .test('once', 'Each product only once', isEachOnce),
}).required() as Schema<unknown> as Schema<ImportProductsRequest>;

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

/**
 * For admins: accepts all rows or none, and answers 202 before any is written; `continueImport` writes them. Takes an
 * `Idempotency-Key` header (a UUID), which becomes the import's id: sent twice it is one import, and so are the same
 * rows under another key while they are waiting or within the hour; then the reply is the earlier one.
 * 409 `import_refused` with the `rows` that stand in the way; `key_reused`; 413 `body_too_large`.
 */
export const importProducts = endpointWithBody<ProductImport>()(
  'POST',
  '/api/admin/products/import',
  importProductsSchema,
  maxImportBytes,
);

/**
 * For admins: writes the next rows of an import, or puts the next ones back once it is undone, for about a second; to be
 * called until none is `waiting`. Twice at the same time does no harm. 409 `slug_taken`: somebody took an address at
 * this moment; the next call finds out.
 */
export const continueImport = endpoint<ProductImport>('POST', '/api/admin/products/imports/:id/continue');

/** The newest first, twenty of them. */
export const listProductImports = endpoint<ProductImport[]>('GET', '/api/admin/products/imports');

const undoImportSchema = object({
  /** Products that were changed since the import stay as they are, instead of stopping all of it. */
  leaveChanged: trueOrFalse().required('leaveChanged is missing'),
}).required();

export type UndoImportRequest = InferType<typeof undoImportSchema>;

/** For admins: begins to undo the last import; `continueImport` puts its rows back. 409 `import_refused` with the `rows`; `transition_refused` for an older one. */
export const undoImport = endpointWithBody<ProductImport>()(
  'POST',
  '/api/admin/products/imports/:id/undo',
  undoImportSchema,
);
