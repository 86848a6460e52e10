import type { ProductFields } from '@contract/product-columns.ts';
import { isUuid } from '@contract/uuid.ts';
import type { CatalogueProduct } from '../catalogue-product.ts';
import { type SheetRow, SpreadsheetRefused, textOfCell } from '#dashboard/lib/csv.ts';
import { columnOfHead, updatedText } from '../catalogue-columns.ts';
import { type CellChange, type CellProblem, compareRow, type WrittenColumn } from './row-comparison.ts';

/** A table below its heading. */
export type Sheet = { heads: string[]; rows: SheetRow[] };

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
  /** The request; absent for rows that are invalid, outdated or change nothing. */
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

export type SheetColumns = {
  id: number | null;
  slug: number | null;
  /** The name of the column that says which product a row belongs to. */
  keyHead: string;
  /** When each product was last changed, as the export wrote it. */
  updated: number | null;
  written: WrittenColumn[];
  unknownHeads: string[];
  readOnlyHeads: string[];
};

/** The product that a row is about; null: a new one. `key`: what no other row may name. */
export type Found = { product: CatalogueProduct | null; key?: string; problem?: CellProblem };

/** A file in the format of the export: it has addresses or our ids. Null for a list that somebody else made. */
export function catalogueSheetOf([first, ...rows]: readonly SheetRow[]): Sheet | null {
  const heads = (first?.cells ?? []).map((head) => head.trim());
  const indexOf = (field: string) => heads.findIndex((head) => columnOfHead(head)?.field === field);
  const at = indexOf('id');
  const ids = at < 0 ? [] : rows.map(({ cells }) => keyIn(cells, at));
  const hasOurIds = at >= 0 && (ids.some(isUuid) || ids.every((id) => id === ''));
  return hasOurIds || indexOf('slug') >= 0 ? { heads, rows } : null;
}

/** Maps the columns of a file in the format of the export. @throws SpreadsheetRefused when two have the same name */
export function columnsOf({ heads }: Sheet): SheetColumns {
  const columns: SheetColumns = {
    id: null,
    slug: null,
    keyHead: 'slug',
    updated: null,
    written: [],
    unknownHeads: [],
    readOnlyHeads: [],
  };
  const taken = new Set<string>();
  for (const [index, head] of heads.entries()) {
    const column = columnOfHead(head);
    if (!column) {
      if (head !== '') columns.unknownHeads.push(head);
      continue;
    }
    if (taken.has(column.field)) {
      throw new SpreadsheetRefused(`Two columns are called “${column.head}”. Remove one of them.`);
    }
    taken.add(column.field);
    if (column.field === 'id') [columns.id, columns.keyHead] = [index, 'id'];
    if (column.field === 'slug') columns.slug = index;
    if (column.field === 'updatedAt') columns.updated = index;
    if (column.read) columns.written.push({ column, index });
    else if (column.field !== 'id') columns.readOnlyHeads.push(column.head);
  }
  return columns;
}

/** The ids and slugs in a sheet. */
export function keysOf({ rows }: Sheet, { id, slug }: SheetColumns): { ids: string[]; slugs: string[] } {
  const all = (index: number | null) =>
    index === null ? [] : [...new Set(rows.map(({ cells }) => keyIn(cells, index)).filter(Boolean))];
  return { ids: all(id).filter(isUuid), slugs: all(slug) };
}

/** Compares every row with the current products. @param find finds the product of a row, by default by its id or address */
export function previewOf(
  sheet: Sheet,
  columns: SheetColumns,
  products: readonly CatalogueProduct[],
  find = finderByKey(columns, products),
): Preview {
  const slugOwners = new Map(products.map(({ id, slug }) => [slug, id]));
  const seenKeys = new Map<string, PreviewRow>();
  const seenSlugs = new Map<string, PreviewRow>();
  const rows = sheet.rows.map((row) => {
    const found = find(row);
    const preview = rowPreview(row, sheet, columns, found);
    // Each product may have only one row, each slug only one product.
    const slug = preview.request?.set.slug;
    for (const [seen, key, head, what] of [
      [seenKeys, found.key, columns.keyHead, 'This product'],
      [seenSlugs, slug, 'slug', 'This address'],
    ] as const) {
      if (!key) continue;
      const earlier = seen.get(key);
      if (!earlier) {
        seen.set(key, preview);
        continue;
      }
      markBad(preview, { head, sentence: `${what} is in row ${earlier.line} already` });
      // Which of the two is meant is not known.
      if (earlier.kind !== 'bad') markBad(earlier, { head, sentence: `${what} is in row ${row.line} too` });
    }
    const owner = slug ? slugOwners.get(slug) : undefined;
    if (owner && owner !== found.key) {
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

/** The rows that are written. */
export const rowsToWrite = ({ rows }: Preview): ImportRow[] => rows.flatMap(({ request }) => request ?? []);

/** Why a preview cannot be written, or null. @param writing how many rows are to be written */
export function whyNotWritable({ counts }: Preview, writing: number): string | null {
  if (writing === 0 && counts.outdated > 0) return 'No changes except in outdated rows.';
  if (writing === 0 && counts.bad > 0) return 'No changes except in bad rows.';
  return writing === 0 ? 'No changes: every row is the same as in the shop.' : null;
}

function rowPreview(row: SheetRow, { heads }: Sheet, columns: SheetColumns, found: Found): PreviewRow {
  const { line, cells } = row;
  const { product } = found;
  const { changes, problems, set, seen } = compareRow(cells, columns.written, product);
  const name = product?.name ?? String(set.name ?? '');
  const preview: PreviewRow = { line, kind: 'unchanged', name, changes, problems: [], cells };
  if (found.problem) {
    markBad(preview, found.problem);
    return preview;
  }
  const isOurs = columns.id !== null || columns.slug !== null;
  if (isOurs && cells.slice(heads.length).some((cell) => cell.trim() !== '')) {
    markBad(preview, { head: 'row', sentence: 'It has more cells than the first row has names' });
  }
  for (const problem of problems) markBad(preview, problem);
  if (preview.kind === 'bad') return preview;
  if (!product) {
    return { ...preview, kind: 'new', request: { line, id: null, set } as ImportRow };
  }
  if (changes.length === 0) return preview;
  if (isOutdated(row, columns, product)) return { ...preview, kind: 'outdated' };
  return { ...preview, kind: 'changed', request: { line, id: product.id, seen, set } as ImportRow };
}

/** Whether a product was changed or sold since its row was exported: nobody knows which values the file would undo. */
function isOutdated({ cells }: SheetRow, { updated }: SheetColumns, product: CatalogueProduct): boolean {
  const cell = updated === null ? '' : textOfCell(cells[updated] ?? '').trim();
  return cell !== '' && cell !== updatedText(product);
}

function finderByKey(columns: SheetColumns, products: readonly CatalogueProduct[]) {
  const byId = new Map(products.map((product) => [product.id, product]));
  const bySlug = new Map(products.map((product) => [product.slug, product]));
  return ({ cells }: SheetRow): Found => {
    const id = columns.id === null ? '' : keyIn(cells, columns.id);
    const slug = columns.slug === null ? '' : keyIn(cells, columns.slug);
    const product = (id ? byId.get(id) : bySlug.get(slug)) ?? null;
    if (product || !id) return { product, key: product?.id };
    const sentence = 'No product has this id. Leave the cell empty for a new product';
    return { product, key: id, problem: { head: 'id', sentence } };
  };
}

function markBad(row: PreviewRow, problem: CellProblem): void {
  row.kind = 'bad';
  row.problems.push(problem);
  delete row.request;
}

/** The cell that names a product, as it is compared. */
const keyIn = (cells: readonly string[], index: number) =>
  textOfCell(cells[index] ?? '')
    .trim()
    .toLowerCase();
