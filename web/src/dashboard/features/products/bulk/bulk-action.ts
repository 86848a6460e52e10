import type { AdminProduct } from '@contract/admin.ts';
import { highestPrice, highestStock } from '@contract/product-form.ts';
import { formatKes } from '@contract/money.ts';
import { figureProblem, typedDecimal, typedFigure } from '@contract/typed-figure.ts';
import { formatCount } from '#dashboard/lib/format-count.ts';
import type { ProductChange } from '../product-queries.ts';
import { roundedTo } from '../rounding.tsx';

export const bulkActions = ['price', 'set-stock', 'add-stock', 'archive', 'restore'] as const;
export type BulkAction = (typeof bulkActions)[number];

export const bulkActionNames: Record<BulkAction, string> = {
  price: 'Change price by percent',
  'set-stock': 'Set stock to',
  'add-stock': 'Add to stock',
  archive: 'Archive',
  restore: 'Put on sale again',
};

/** The preview of one product. */
export type PreviewLine = {
  product: AdminProduct;
  before: string;
  after: string;
  /** Why it cannot be changed; null if it can. */
  refusal: string | null;
  /** Null when it does not change, or cannot be changed. */
  change: ProductChange | null;
};

/** The figure typed for an action, or what is wrong with it; both empty while nothing is typed. */
export function figureOf(action: BulkAction, typed: string): { figure: number } | { wrong: string } {
  if (action === 'archive' || action === 'restore') return { figure: 0 };
  const text = action === 'set-stock' ? typed : typed.trim().replace(/^\+/, '');
  const figure = action === 'price' ? typedDecimal(text.replace(/%\s*$/, '')) : typedFigure(text);
  if (figure === undefined) return { wrong: '' };
  if (action === 'price') {
    // Hundredths of a percent at most.
    const isPercentage =
      typeof figure === 'number' && Math.abs(figure) < 10_000 && /^-?\d+(\.\d\d?)?$/.test(String(figure));
    return isPercentage ? { figure } : { wrong: 'Type a percentage such as 5, -10 or 7.5' };
  }
  if (typeof figure !== 'number' || !Number.isInteger(figure))
    return { wrong: figureProblem(text) ?? 'Type a whole number of pieces' };
  if (action === 'set-stock' && figure < 0) return { wrong: 'Stock cannot be negative' };
  return { figure };
}

/** The effect of an action on a product. @param round new prices are multiples of so many KES */
export function previewOf(action: BulkAction, figure: number, product: AdminProduct, round = 1): PreviewLine {
  const { id, price, stock, isActive, held } = product;
  switch (action) {
    case 'price': {
      const exact = (price * Math.round(10_000 + figure * 100)) / 10_000;
      // At no percent the price stays, also one that is no multiple.
      const next = figure === 0 ? price : exact < 0.5 ? 0 : roundedTo(round, exact);
      return line(product, formatKes(price), formatKes(next), {
        refusal:
          next < 1
            ? 'The price would be below KES 1'
            : next > highestPrice
              ? `The price would be above ${formatKes(highestPrice)}`
              : null,
        change: next === price ? null : { id, seen: { price }, set: { price: next } },
      });
    }
    case 'set-stock':
    case 'add-stock': {
      const next = action === 'set-stock' ? figure : stock + figure;
      return line(product, formatCount(stock), formatCount(next), {
        refusal:
          next < 0
            ? 'The stock would be below zero'
            : next > highestStock
              ? 'The stock would be too large'
              : next !== stock && next < held
                ? `${formatCount(held)} are held for buyers who are paying`
                : null,
        change: next === stock ? null : { id, seen: { stock }, set: { stock: next } },
      });
    }
    case 'archive':
    case 'restore': {
      const next = action === 'restore';
      return line(product, saleLabel(isActive), saleLabel(next), {
        refusal: null,
        change: next === isActive ? null : { id, seen: { isActive }, set: { isActive: next } },
      });
    }
  }
}

function line(
  product: AdminProduct,
  before: string,
  after: string,
  { refusal, change }: Pick<PreviewLine, 'refusal' | 'change'>,
): PreviewLine {
  return { product, before, after, refusal, change: refusal === null ? change : null };
}

const saleLabel = (isActive: boolean) => (isActive ? 'Active' : 'Archived');
