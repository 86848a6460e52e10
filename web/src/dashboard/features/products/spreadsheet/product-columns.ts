import type { CatalogueProduct } from './catalogue-product.ts';
import { specsOfText, specsText } from './cell-text.ts';

export type ProductColumn = {
  /** The product's field. */
  field: keyof CatalogueProduct;
  /** The head of the column. */
  head: string;
  /** What a product's cell says. */
  write(product: CatalogueProduct): string;
  /** What a cell means, to be checked by the form's schema. @throws Error with a sentence. Absent: for reading only. */
  read?(cell: string): unknown;
};

const plain = (cell: string): unknown => cell.trim();
const orNothing = (cell: string): unknown => cell.trim() || null;
/** A number as digits; what is none is left to the schema to refuse. */
const figure = (cell: string): unknown => {
  const text = cell.trim();
  if (text === '') return null;
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
};
const yesOrNo = (cell: string): unknown => {
  const word = cell.trim().toLowerCase();
  if (['yes', 'true', '1', 'ndio'].includes(word)) return true;
  if (['no', 'false', '0', 'hapana'].includes(word)) return false;
  throw new Error('Write yes or no');
};
const text = (field: keyof CatalogueProduct) => (product: CatalogueProduct) => String(product[field] ?? '');
const moment = (field: 'createdAt' | 'updatedAt') => (product: CatalogueProduct) =>
  new Date(product[field]).toISOString();

/** Every column of the catalogue, in the order of the export. */
export const productColumns: readonly ProductColumn[] = [
  { field: 'id', head: 'id', write: text('id') },
  { field: 'slug', head: 'slug', write: text('slug'), read: (cell) => cell.trim() || undefined },
  { field: 'name', head: 'name', write: text('name'), read: plain },
  { field: 'category', head: 'category', write: text('category'), read: plain },
  { field: 'price', head: 'price_kes', write: text('price'), read: figure },
  { field: 'stock', head: 'stock', write: text('stock'), read: figure },
  {
    field: 'isActive',
    head: 'on_sale',
    write: ({ isActive }) => (isActive ? 'yes' : 'no'),
    read: yesOrNo,
  },
  { field: 'brand', head: 'brand', write: text('brand'), read: orNothing },
  { field: 'model', head: 'model', write: text('model'), read: orNothing },
  { field: 'description', head: 'description', write: text('description'), read: plain },
  {
    field: 'specs',
    head: 'specifications',
    write: ({ specs }) => specsText(specs),
    read: specsOfText,
  },
  { field: 'warrantyYears', head: 'warranty_years', write: text('warrantyYears'), read: figure },
  { field: 'weightGrams', head: 'weight_grams', write: text('weightGrams'), read: figure },
  { field: 'keywords', head: 'keywords', write: text('keywords'), read: plain },
  { field: 'imageUrl', head: 'image_url', write: text('imageUrl'), read: plain },
  { field: 'rating', head: 'rating', write: text('rating') },
  { field: 'createdAt', head: 'created', write: moment('createdAt') },
  { field: 'updatedAt', head: 'updated', write: moment('updatedAt') },
];

/** The column a head means: size of letters, spaces and underscores do not matter, nor whether it has the unit. */
export function columnOfHead(head: string): ProductColumn | null {
  const folded = fold(head);
  return (
    productColumns.find((column) => fold(column.head) === folded || fold(column.field) === folded) ?? null
  );
}

const fold = (head: string) => head.toLowerCase().replace(/[^a-z]/g, '');

/** The head that the export adds to rows that cannot be taken; an import passes over it. */
export const problemsHead = 'problems';
