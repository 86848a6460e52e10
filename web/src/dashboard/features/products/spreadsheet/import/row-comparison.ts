import { changedFieldsSchema, createProductSchema } from '@contract/product-form.ts';
import { formatKes } from '@contract/money.ts';
import { ValidationError } from 'yup';
import type { CatalogueProduct } from '../catalogue-product.ts';
import { lostLetter, lostLetterSentence, textOfCell } from '#dashboard/lib/csv.ts';
import { type CatalogueColumn, catalogueColumns } from '../catalogue-columns.ts';

/** Prices as `KES 1,850`. `listed`: the price as it is in the file, with its currency, when it is converted. */
export type CellChange = { head: string; before: string; after: string; listed?: string };
export type CellProblem = { head: string; sentence: string };
export type Compared = {
  changes: CellChange[];
  problems: CellProblem[];
  /** The fields to write, and their current values. */
  set: Record<string, unknown>;
  seen: Record<string, unknown>;
};

/**
 * A writable column of the spreadsheet, and its index; `convert`: what its prices become in the shop, `currency`: what
 * they are in.
 */
export type WrittenColumn = {
  column: CatalogueColumn;
  index: number;
  convert?(listed: number): number;
  currency?: string;
};

/** The changes of a row to a product, or the new product; validated by the schema of the product's form. */
export function compareRow(
  cells: readonly string[],
  columns: readonly WrittenColumn[],
  product: CatalogueProduct | null,
): Compared {
  const compared: Compared = { changes: [], problems: [], set: {}, seen: {} };
  const listed = new Map<string, string>();
  for (const { column, index, convert, currency } of columns) {
    const cell = textOfCell(cells[index] ?? '');
    // The same text as in the export: unchanged, whatever the schema says.
    if (product && !convert && sameText(cell, column.write(product))) continue;
    if (!product && cell.trim() === '') continue;
    if (cell.includes(lostLetter)) {
      compared.problems.push({ head: column.head, sentence: lostLetterSentence });
      continue;
    }
    try {
      const read = column.read?.(cell);
      const value = typeof read === 'number' && convert ? convert(read) : read;
      if (value !== read)
        listed.set(column.field, /[a-z$€]/i.test(cell) ? cell.trim() : `${currency} ${cell.trim()}`);
      // An empty slug changes nothing: every product has one.
      if (value !== undefined) compared.set[column.field] = value;
    } catch (error) {
      compared.problems.push({ head: column.head, sentence: (error as Error).message });
    }
  }
  if (compared.set['isService'] ?? product?.isService) {
    // The database keeps its stock.
    if (product) delete compared.set['stock'];
    else compared.set['stock'] = 0;
    if (compared.set['toOrder'] ?? (product?.toOrder && !('toOrder' in compared.set)))
      compared.problems.push({ head: 'to_order', sentence: 'A service is not to order' });
  }
  checkWithSchema(compared, columns, product);
  for (const { column } of columns) {
    const { field, head } = column;
    if (!(field in compared.set)) continue;
    const after = compared.set[field];
    if (!product) {
      compared.changes.push({ head, before: '', after: written(column, after) });
      continue;
    }
    if (compared.problems.some((problem) => problem.head === head)) continue;
    if (JSON.stringify(after) === JSON.stringify(product[field])) {
      delete compared.set[field];
      continue;
    }
    compared.seen[field] = product[field];
    compared.changes.push({
      head,
      before: written(column, product[field]),
      after: written(column, after),
      ...(listed.has(field) && { listed: listed.get(field) }),
    });
  }
  return compared;
}

/** Casts the values by the schema, and assigns its errors to their columns. */
function checkWithSchema(
  compared: Compared,
  columns: readonly WrittenColumn[],
  product: CatalogueProduct | null,
): void {
  const schema = product ? changedFieldsSchema : createProductSchema;
  try {
    compared.set = {
      ...(schema.validateSync(compared.set, { abortEarly: false, stripUnknown: true }) as object),
    };
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    for (const { path = '', message } of error.inner) {
      const field = path.replace(/[.[].*$/, '');
      const column = [...columns.map((one) => one.column), ...catalogueColumns].find(
        (one) => one.field === field,
      );
      const head = column?.head ?? field;
      const isKnown = compared.problems.some((problem) => problem.head === head);
      if (!isKnown) compared.problems.push({ head, sentence: message });
    }
  }
}

const written = ({ field, write }: CatalogueColumn, value: unknown): string =>
  field === 'price' && typeof value === 'number'
    ? formatKes(value)
    : write({ [field]: value } as unknown as CatalogueProduct);

/** Programs write different line breaks. */
const sameText = (a: string, b: string) => a.replace(/\r\n?/g, '\n') === b.replace(/\r\n?/g, '\n');
