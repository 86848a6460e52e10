import {
  maxStockPieces,
  stockSigns,
  type StockProduct,
  type StockEntryKind,
  stockEntryKinds,
} from '@contract/stock.ts';
import { figureProblem, typedFigure } from '@contract/typed-figure.ts';
import { array, number, object, string } from 'yup';
import { fieldsLike } from '#lib/forms/draft-schema.ts';
import { formDraft } from '#dashboard/lib/use-form.ts';

export type TypedStockLine = {
  product: StockProduct;
  quantity: string;
  /** KES for one piece. */
  cost: string;
  /** Whether something moved since it was counted, so that it is to be counted again. */
  hasMoved: boolean;
};

/** @property lines the latest first */
export const emptyStockEntry = {
  kind: 'received' as StockEntryKind,
  supplier: '',
  reference: '',
  lines: [] as TypedStockLine[],
};

export type TypedStockEntry = typeof emptyStockEntry;

/** How many pieces somebody who counts should find. */
export const expectedOf = ({ stock, toSend }: StockProduct) => stock + toSend;

/** Whether somebody types how many there are, and the difference is booked. */
export const isCount = (kind: StockEntryKind) => stockSigns[kind] === 0;

/** What the stock changes by; null while the pieces are no figure. */
export function changeOf(kind: StockEntryKind, { product, quantity }: TypedStockLine): number | null {
  const pieces = piecesOf(quantity);
  if (pieces === null) return null;
  return isCount(kind) ? pieces - expectedOf(product) : stockSigns[kind] * pieces;
}

/** The typed entry, or an error for each invalid field: `lines[0].quantity`. */
export function typedStockEntry({ kind, supplier, reference, lines }: TypedStockEntry) {
  const problems: Record<string, string> = {};
  if (lines.length === 0) problems.lines = 'Find a product first';
  const booked = lines.map((line, index) => {
    const { product, quantity, cost } = line;
    const pieces = piecesOf(quantity);
    const quantityProblem = problemOfPieces(kind, line, pieces);
    if (quantityProblem) problems[`lines[${index}].quantity`] = quantityProblem;
    const costKes = kind === 'received' ? typedFigure(cost) : undefined;
    const costCents = typeof costKes === 'number' ? Math.round(costKes * 100) : undefined;
    if (costKes !== undefined && !(costCents !== undefined && costCents > 0 && costCents < 10_000_000_000)) {
      problems[`lines[${index}].cost`] =
        figureProblem(cost) ?? 'Enter what one piece cost in KES, or nothing';
    }
    return {
      productId: product.productId,
      quantity: pieces ?? 0,
      ...(isCount(kind) && { expected: expectedOf(product) }),
      ...(costCents !== undefined && { costCents }),
    };
  });
  if (Object.keys(problems).length > 0) return { problems };
  return {
    value: {
      p_kind: kind,
      p_supplier: kind === 'received' ? supplier : '',
      p_reference: reference,
      p_lines: booked,
    },
    problems,
  };
}

/** With another product to count, on top; one that is in the list already stays where it is. */
export function withStockProduct(entry: TypedStockEntry, product: StockProduct): TypedStockEntry {
  if (entry.lines.some((line) => line.product.productId === product.productId)) return entry;
  return { ...entry, lines: [{ product, quantity: '', cost: '', hasMoved: false }, ...entry.lines] };
}

/** With what stands in the shop now; a line is marked when that is not what its count was compared with. */
export function withStock(entry: TypedStockEntry, stock: readonly StockProduct[]): TypedStockEntry {
  return {
    ...entry,
    lines: entry.lines.map((line) => {
      const now = stock.find(({ productId }) => productId === line.product.productId);
      if (!now) return line;
      return {
        ...line,
        product: now,
        hasMoved: line.hasMoved || expectedOf(now) !== expectedOf(line.product),
      };
    }),
  };
}

/** A whole number of pieces, or null. */
function piecesOf(typed: string): number | null {
  const figure = typedFigure(typed);
  return typeof figure === 'number' && Number.isInteger(figure) && figure >= 0 && figure <= maxStockPieces
    ? figure
    : null;
}

function problemOfPieces(kind: StockEntryKind, line: TypedStockLine, pieces: number | null): string | null {
  if (pieces === null || (pieces === 0 && !isCount(kind))) {
    return figureProblem(line.quantity) ?? 'Enter how many pieces';
  }
  const { stock, held } = line.product;
  if (stock + (changeOf(kind, line) ?? 0) >= held) return null;
  const most = stockSigns[kind] < 0 ? ` At most ${Math.max(stock - held, 0)} can be taken away.` : '';
  return `Fewer would be left than buyers have bought or are paying for: look at the orders first.${most}`;
}

const productSchema = object({
  productId: string().required(),
  name: string().defined(),
  model: string().nullable().default(null),
  stock: number().required(),
  held: number().required(),
  toSend: number().required(),
  waiting: number().default(0),
});

/** The entry of this tab that is not booked yet. */
export const stockDraft = formDraft<TypedStockEntry>('admin-stock', 1, {
  kind: string().oneOf(stockEntryKinds).required(),
  ...fieldsLike({ supplier: '', reference: '' }),
  lines: array(
    object({ product: productSchema, ...fieldsLike({ quantity: '', cost: '', hasMoved: false }) }),
  ).default([]),
});
