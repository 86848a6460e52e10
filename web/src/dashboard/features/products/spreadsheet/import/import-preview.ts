import type { ProductFields } from '@contract/product-columns.ts';
import { isUuid } from '@contract/uuid.ts';
import type { CatalogueProduct } from '../catalogue-product.ts';
import { type Sheet, type SheetRow, SpreadsheetRefused, textOfCell } from '#dashboard/lib/csv.ts';
import { columnOfHead, problemsHead, updatedText } from '../catalogue-columns.ts';
import { type CellChange, type CellProblem, compareRow, type WrittenColumn } from './row-comparison.ts';

/** `outdated`: it would change a product that was changed or sold after the file was exported. */
export type RowKind = 'new' | 'changed' | 'outdated' | 'unchanged' | 'bad';

export type PreviewRow = {
  line: number;
  kind: RowKind;
  name: string;
  changes: CellChange[];
  problems: CellProblem[];
  /** As in the file. */
  cells: string[];
  /** The request; absent for rows that are invalid or change nothing. */
  request?: ImportRow;
};

export type Preview = {
  rows: PreviewRow[];
  counts: Record<RowKind, number>;
  /** Unknown column names: these columns are ignored. */
  unknownHeads: string[];
  /** Names of read-only columns. */
  readOnlyHeads: string[];
};

/** A row that changes something; its fields as they are to be written, and as the preview showed them before. */
export type ImportRow = {
  line: number;
  /** Null: a new product. */
  id: string | null;
  seen?: ProductFields;
  set: ProductFields & { name?: string; slug?: string };
};

/** Rows of a spreadsheet that can be written at once: new ones and changed ones, not those that stay as they are. */
export const maxImportRows = 5000;

type SheetColumns = {
  id: number | null;
  slug: number | null;
  /** When each product was last changed, as the export wrote it. */
  updated: number | null;
  written: WrittenColumn[];
  unknownHeads: string[];
  readOnlyHeads: string[];
};

/** Maps the columns of the file. @throws SpreadsheetRefused when no column identifies the products */
export function columnsOf({ heads }: Sheet): SheetColumns {
  const columns: SheetColumns = {
    id: null,
    slug: null,
    updated: null,
    written: [],
    unknownHeads: [],
    readOnlyHeads: [],
  };
  const taken = new Set<string>();
  for (const [index, head] of heads.entries()) {
    const column = columnOfHead(head);
    if (!column) {
      if (head !== '' && head !== problemsHead) columns.unknownHeads.push(head);
      continue;
    }
    if (taken.has(column.field)) {
      throw new SpreadsheetRefused(`Two columns are called “${column.head}”. Remove one of them.`);
    }
    taken.add(column.field);
    if (column.field === 'id') columns.id = index;
    if (column.field === 'slug') columns.slug = index;
    if (column.field === 'updatedAt') columns.updated = index;
    if (column.read) columns.written.push({ column, index });
    else if (column.field !== 'id') columns.readOnlyHeads.push(column.head);
  }
  if (columns.id === null && columns.slug === null) {
    throw new SpreadsheetRefused(
      'The first row names neither an “id” nor a “slug” column, so nothing says which product a row belongs to. Export the products to see how the file should look.',
    );
  }
  return columns;
}

/** The ids and slugs in a sheet. */
export function keysOf({ rows }: Sheet, { id, slug }: SheetColumns): { ids: string[]; slugs: string[] } {
  const all = (index: number | null) =>
    index === null ? [] : [...new Set(rows.map(({ cells }) => keyIn(cells, index)).filter(Boolean))];
  return { ids: all(id).filter(isUuid), slugs: all(slug) };
}

/** Compares every row with the current products. */
export function previewOf(
  sheet: Sheet,
  columns: SheetColumns,
  products: readonly CatalogueProduct[],
): Preview {
  const byId = new Map(products.map((product) => [product.id, product]));
  const bySlug = new Map(products.map((product) => [product.slug, product]));
  const seenIds = new Map<string, number>();
  const seenSlugs = new Map<string, number>();
  const rows = sheet.rows.map((row) => {
    const preview = rowPreview(row, sheet, columns, byId, bySlug);
    // Each product may have only one row, each slug only one product.
    const { request } = preview;
    const id = request?.id ?? idOf(row, columns, bySlug);
    const slug = request?.set.slug;
    for (const [seen, key, head, what] of [
      [seenIds, id, columns.id === null ? 'slug' : 'id', 'This product'],
      [seenSlugs, slug, 'slug', 'This address'],
    ] as const) {
      if (!key) continue;
      const earlier = seen.get(key);
      if (earlier === undefined) seen.set(key, row.line);
      else markBad(preview, { head, sentence: `${what} is in row ${earlier} already` });
    }
    const owner = slug ? bySlug.get(slug) : undefined;
    if (owner && owner.id !== id) {
      markBad(preview, { head: 'slug', sentence: 'Another product has this address already' });
    }
    return preview;
  });
  const counts: Record<RowKind, number> = { new: 0, changed: 0, outdated: 0, unchanged: 0, bad: 0 };
  for (const { kind } of rows) counts[kind] += 1;
  const { unknownHeads, readOnlyHeads } = columns;
  return { rows, counts, unknownHeads, readOnlyHeads };
}

/** The number of rows of each kind, as text. */
export function countText({ counts }: Preview): string {
  const text = `${counts.bad} bad, ${counts.changed} changed, ${counts.new} new, ${counts.unchanged} unchanged`;
  return counts.outdated > 0 ? `${text}, ${counts.outdated} outdated` : text;
}

/** The rows that are written. @param withOutdated whether outdated ones are written too */
export function rowsToWrite({ rows }: Preview, withOutdated: boolean): ImportRow[] {
  return rows.flatMap(({ kind, request }) =>
    request && (withOutdated || kind !== 'outdated') ? [request] : [],
  );
}

/** Why a preview cannot be written, or null. @param writing how many rows are to be written */
export function whyNotWritable({ counts }: Preview, writing: number): string | null {
  if (counts.bad > 0) {
    return `${counts.bad} ${counts.bad === 1 ? 'row is' : 'rows are'} bad. Correct the file and choose it again: all rows are written, or none.`;
  }
  if (writing === 0 && counts.outdated > 0) return 'No changes except in outdated rows.';
  if (writing === 0) return 'No changes: every row is the same as in the shop.';
  if (writing > maxImportRows) {
    return `${writing} rows change something. At most ${maxImportRows} can be written at once: split the file.`;
  }
  return null;
}

function rowPreview(
  row: SheetRow,
  { heads }: Sheet,
  columns: SheetColumns,
  byId: Map<string, CatalogueProduct>,
  bySlug: Map<string, CatalogueProduct>,
): PreviewRow {
  const { line, cells } = row;
  const key = columns.id === null ? '' : keyIn(cells, columns.id);
  const product = key ? (byId.get(key) ?? null) : (bySlug.get(slugOf(row, columns)) ?? null);
  const { changes, problems, set, seen } = compareRow(cells, columns.written, product);
  const name = product?.name ?? String(set.name ?? '');
  const preview: PreviewRow = { line, kind: 'unchanged', name, changes, problems: [], cells };
  if (key && !product) {
    markBad(preview, {
      head: 'id',
      sentence: 'No product has this id. Leave the cell empty for a new product',
    });
    return preview;
  }
  if (cells.slice(heads.length).some((cell) => cell.trim() !== '')) {
    markBad(preview, { head: 'row', sentence: 'It has more cells than the first row has names' });
  }
  for (const problem of problems) markBad(preview, problem);
  if (preview.kind === 'bad') return preview;
  if (!product) {
    return { ...preview, kind: 'new', request: { line, id: null, set } as ImportRow };
  }
  if (changes.length === 0) return preview;
  return {
    ...preview,
    kind: isOutdated(row, columns, product) ? 'outdated' : 'changed',
    request: { line, id: product.id, seen, set } as ImportRow,
  };
}

/** Whether a product was changed or sold since its row was exported: nobody knows which values the file would undo. */
function isOutdated({ cells }: SheetRow, { updated }: SheetColumns, product: CatalogueProduct): boolean {
  const cell = updated === null ? '' : textOfCell(cells[updated] ?? '').trim();
  return cell !== '' && cell !== updatedText(product);
}

function markBad(row: PreviewRow, problem: CellProblem): void {
  row.kind = 'bad';
  row.problems.push(problem);
  delete row.request;
}

const keyIn = (cells: readonly string[], index: number) =>
  textOfCell(cells[index] ?? '')
    .trim()
    .toLowerCase();

const slugOf = ({ cells }: SheetRow, { slug }: SheetColumns) => (slug === null ? '' : keyIn(cells, slug));

function idOf(
  row: SheetRow,
  columns: SheetColumns,
  bySlug: Map<string, CatalogueProduct>,
): string | undefined {
  const id = columns.id === null ? '' : keyIn(row.cells, columns.id);
  return id || bySlug.get(slugOf(row, columns))?.id;
}
