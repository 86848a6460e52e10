import { typedFigure } from '@contract/typed-figure.ts';
import { toOrderOfText, toOrderText } from '#dashboard/lib/to-order-text.ts';
import type { CsvColumn } from '#dashboard/lib/csv.ts';
import type { CatalogueProduct } from './catalogue-product.ts';
import type { Specification } from '@contract/products.ts';

export type CatalogueColumn = {
  /** The product's field. */
  field: keyof CatalogueProduct;
  /** The name of the column in the first row. */
  head: string;
  /** The cell of a product. */
  write(product: CatalogueProduct): string;
  /**
   * The value of a cell, to be validated by the form's schema. Read-only columns have none.
   * @throws Error with a sentence
   */
  read?(cell: string): unknown;
};

const trimmed = (cell: string): unknown => cell.trim();
const trimmedOrNull = (cell: string): unknown => cell.trim() || null;
const figure = (cell: string): unknown => typedFigure(cell) ?? null;
const yesNo = (is: boolean) => (is ? 'yes' : 'no');
const yesOrNo = (cell: string): unknown => {
  const word = cell.trim().toLowerCase();
  if (['yes', 'true', '1', 'ndio'].includes(word)) return true;
  if (['no', 'false', '0', 'hapana'].includes(word)) return false;
  throw new Error('Write yes or no');
};

const plain = (
  field: keyof CatalogueProduct,
  read?: CatalogueColumn['read'],
  head: string = field,
): CatalogueColumn => ({ field, head, write: (product) => String(product[field] ?? ''), read });

/** When a product was last changed, as the export writes it. */
export const updatedText = ({ updatedAt }: CatalogueProduct): string => new Date(updatedAt).toISOString();

/** Every column of the catalogue, in the order of the export. */
export const catalogueColumns: readonly CatalogueColumn[] = [
  plain('id'),
  plain('slug', (cell) => cell.trim() || undefined),
  plain('name', trimmed),
  plain('category', trimmed),
  plain('price', figure, 'price_kes'),
  // A service has none: whatever asks whether there is enough finds a million.
  {
    field: 'stock',
    head: 'stock',
    write: ({ stock, isService }) => (isService ? '' : String(stock)),
    read: figure,
  },
  { field: 'isService', head: 'service', write: ({ isService }) => yesNo(isService), read: yesOrNo },
  {
    field: 'toOrder',
    head: 'to_order',
    write: ({ toOrder }) => (toOrder ? toOrderText(toOrder) : ''),
    read: toOrderOfText,
  },
  { field: 'isActive', head: 'on_sale', write: ({ isActive }) => yesNo(isActive), read: yesOrNo },
  plain('brand', trimmedOrNull),
  plain('model', trimmedOrNull),
  plain('description', trimmed),
  { field: 'specs', head: 'specifications', write: ({ specs }) => specsText(specs), read: specsOfText },
  plain('warrantyYears', figure, 'warranty_years'),
  plain('weightGrams', figure, 'weight_grams'),
  plain('moreOn', trimmedOrNull, 'more_on'),
  plain('replacedBy', trimmedOrNull, 'replaced_by'),
  plain('keywords', trimmed),
  plain('imageUrl', trimmed, 'image_url'),
  plain('rating'),
  { field: 'createdAt', head: 'created', write: ({ createdAt }) => new Date(createdAt).toISOString() },
  { field: 'updatedAt', head: 'updated', write: updatedText },
];

/** What a CSV file has of each product. */
export const catalogueFile = catalogueColumns.map(({ head, write }): CsvColumn<CatalogueProduct> => [
  head,
  write,
]);

/** The column for a name in the first row, ignoring case, spaces, underscores and a missing unit. */
export function columnOfHead(head: string): CatalogueColumn | null {
  const folded = fold(head);
  return (
    catalogueColumns.find((column) => fold(column.head) === folded || fold(column.field) === folded) ?? null
  );
}

const fold = (head: string) => head.toLowerCase().replace(/[^a-z]/g, '');

/**
 * A data sheet in one cell: a line `Exploration depth = 300 m` per entry, or JSON when a label or value could not be
 * read back.
 */
export function specsText(specs: readonly Specification[]): string {
  const lines = specs.map(({ label, value }) => `${label} = ${value}`).join('\n');
  try {
    if (JSON.stringify(specsOfText(lines)) === JSON.stringify(specs)) return lines;
  } catch {
    // Such a label needs JSON.
  }
  return JSON.stringify(specs);
}

/** @throws Error with a sentence for the user */
export function specsOfText(text: string): Specification[] {
  const trimmed = text.trim();
  if (trimmed === '') return [];
  if (trimmed.startsWith('[')) {
    try {
      return JSON.parse(trimmed) as Specification[];
    } catch {
      // A label may also start with a bracket.
    }
  }
  return trimmed.split(/\r?\n/).map((line) => {
    const at = line.indexOf('=');
    if (at < 1) throw new Error('Write each line as: label = value');
    return { label: line.slice(0, at).trim(), value: line.slice(at + 1).trim() };
  });
}
