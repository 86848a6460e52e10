import type { ListColumns } from '@contract/product-imports.ts';
import { typedDecimal, typedFigure } from '@contract/typed-figure.ts';
import { type SheetRow, textOfCell } from '#dashboard/lib/csv.ts';
import { columnFinder, headingOf, namesOf } from '#dashboard/lib/table-file/file-heads.ts';
import { roundedTo } from '../../rounding.tsx';
import type { CatalogueProduct } from '../catalogue-product.ts';
import type { Found, Sheet, SheetColumns } from './import-preview.ts';
import type { WrittenColumn } from './row-comparison.ts';

/** A supplier's list whose columns are being chosen. */
export type OpenedList = {
  fileName: string;
  rows: readonly SheetRow[];
  /** The index of the row with the names of the columns. */
  headAt: number;
  columns: Partial<ListColumns>;
  /** Of prices in another currency, as typed: KES for one of it, and the per cent that the shop adds. */
  rate?: string;
  margin?: string;
  /** Of prices without VAT: the rate that the shop adds, in hundredths of a percent; absent where they have it. */
  vat?: number | undefined;
};

/** A list whose columns are chosen. */
export type ListToRead = OpenedList & { columns: ListColumns };

const likely = {
  model: /model|part ?(no|num)|sku|code/i,
  name: /item|product|descri|name/i,
  price: /price|amount|cost|rate|kes|ksh|\busd\b|\beur\b|[$€]/i,
  stock: /stock|qty|quantity|pieces|pcs|available|on ?hand/i,
};

/** Opens a list with the columns of an earlier one with the same heading, else with those that its names suggest. */
export function openedList(
  fileName: string,
  rows: readonly SheetRow[],
  remembered: readonly ListColumns[],
): { list: OpenedList; isRemembered: boolean } {
  const knownFor = (heads: readonly string[]) => remembered.find((one) => isSame(one.heads, heads));
  const headAt = headingOf(rows, (heads) => knownFor(heads) !== undefined);
  const list = listAt({ fileName, rows }, headAt);
  const known = knownFor(list.columns.heads ?? []);
  return { list: known ? { ...list, columns: known } : list, isRemembered: known !== undefined };
}

/** The same list with another heading. */
export function listAt(
  { fileName, rows }: Pick<OpenedList, 'fileName' | 'rows'>,
  headAt: number,
): OpenedList {
  const heads = namesOf(rows[headAt]?.cells ?? []);
  const first = columnFinder(heads);
  const [stock, price] = [first(likely.stock), first(likely.price)];
  const product = first(likely.model) ?? first(likely.name);
  return {
    fileName,
    rows,
    headAt,
    columns: {
      heads,
      product: product ?? undefined,
      price,
      stock,
      round: 1,
      currency: currencyOf(price),
    },
  };
}

/** The currency that the name of a column says; undefined: shillings. */
export function currencyOf(head: string | null | undefined): ListColumns['currency'] {
  if (/\busd\b|\$/i.test(head ?? '')) return 'USD';
  return /\beur(os?)?\b|€/i.test(head ?? '') ? 'EUR' : undefined;
}

/** Whether all is chosen that a list needs: the product, and a price or a stock. */
export function isChosen(columns: Partial<ListColumns>): columns is ListColumns {
  return Boolean(columns.product) && Boolean(columns.price ?? columns.stock);
}

/** What is wrong with the rate and the margin of a list in another currency. */
export function exchangeProblems({ columns: { currency }, rate, margin }: OpenedList): {
  rate?: string | false;
  margin?: string | false;
} {
  if (!currency) return {};
  return {
    rate: figureWithin(rate, 1, 1000) === null && `How many KES is one ${currency}, such as 129.50?`,
    margin: figureWithin(margin || '0', 0, 1000) === null && 'A figure from 0 to 1,000, such as 25',
  };
}

/** The rows of a list that say something about a product, as the import of products takes them. */
export function listSheet({ rows, headAt, columns, rate, margin, vat = 0 }: ListToRead): {
  sheet: Sheet;
  columns: SheetColumns;
  /** The product of each row as the list names it. */
  nameOf(row: SheetRow): string;
  /** The number of rows without a price or a stock, such as headings, which are skipped. */
  leftOut: number;
} {
  const { heads, product, price, stock, round, currency } = columns;
  const written: WrittenColumn[] = [];
  const add = (
    field: 'price' | 'stock',
    head: string | null,
    read = typedFigure,
    convert?: WrittenColumn['convert'],
  ) => {
    const index = head === null ? -1 : heads.indexOf(head);
    const write = (one: CatalogueProduct) => String(one[field]);
    if (index >= 0)
      written.push({
        column: { field, head: head ?? '', write, read },
        index,
        convert,
        currency: currency ?? 'KES',
      });
  };
  const bought = currency
    ? (figureWithin(rate, 1, 1000) ?? 0) * (100 + (figureWithin(margin, 0, 1000) ?? 0))
    : 100;
  const isConverted = Boolean(currency) || vat > 0;
  // Upwards, but not for what a computer adds in the last of its figures.
  const inKes = (listed: number) =>
    isConverted ? Math.ceil(Number(((listed * bought * (10_000 + vat)) / 10_000).toFixed(4)) / 100) : listed;
  add(
    'price',
    price,
    currency ? (cell) => typedForeign(cell, currency) : typedFigure,
    isConverted || round > 1 ? (listed) => roundedTo(round, inKes(listed)) : undefined,
  );
  add('stock', stock);
  const below = rows.slice(headAt + 1);
  const saying = below.filter(({ cells }) => written.some(({ index }) => (cells[index] ?? '').trim() !== ''));
  const productAt = heads.indexOf(product);
  return {
    sheet: { heads, rows: saying },
    columns: {
      id: null,
      slug: null,
      keyHead: product,
      updated: null,
      written,
      unknownHeads: [],
      readOnlyHeads: [],
    },
    nameOf: ({ cells }) => textOfCell(cells[productAt] ?? '').trim(),
    leftOut: below.length - saying.length,
  };
}

/** Finds the product of a row by how the list names it: the one that fits, or why no product was chosen. */
export function finderByName(
  nameOf: (row: SheetRow) => string,
  head: string,
  products: ReadonlyMap<string, readonly CatalogueProduct[]>,
) {
  return (row: SheetRow): Found => {
    const [product = null, ...others] = products.get(nameOf(row)) ?? [];
    if (product && others.length === 0) return { product, key: product.id };
    const names = [product, ...others].map((one) => one?.name).join(', ');
    const sentence = product
      ? `More than one product fits: ${names}`
      : 'No product has this model number, address or name';
    return { product: null, problem: { head, sentence } };
  };
}

/** A price as written in another currency. @throws Error where it says that it is in shillings */
function typedForeign(cell: string, currency: 'USD' | 'EUR'): number | string | undefined {
  if (/KES|KSH|\/[=-]/i.test(cell)) throw new Error(`“${cell.trim()}” is not in ${currency}`);
  const sign = currency === 'USD' ? /USD|US ?\$|\$/i : /EUR|€/i;
  return typedFigure(cell.replace(sign, ''));
}

function figureWithin(text = '', least: number, most: number): number | null {
  const figure = typedDecimal(text);
  return typeof figure === 'number' && figure >= least && figure <= most ? figure : null;
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((head, i) => head === other[i]);
