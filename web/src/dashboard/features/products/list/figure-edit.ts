import type { AdminProduct } from '@contract/admin.ts';
import { createProductSchema } from '@contract/product-form.ts';
import { ValidationError } from 'yup';
import { ApiError } from '#lib/api/api-client.ts';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { formatKes } from '@contract/money.ts';
import { formatCount } from '#dashboard/lib/format-count.ts';
import { typedFigure } from '#dashboard/lib/typed-figure.ts';

export type Figure = 'price' | 'stock';

export const figureNames: Record<Figure, string> = { price: 'Price', stock: 'Stock' };

/** A figure as the table shows it. */
export function formatFigure(figure: Figure, value: number): string {
  return figure === 'price' ? formatKes(value) : formatCount(value);
}

/** The contract's error for the typed value, or null. */
export function refusalOfTyped(figure: Figure, typed: string): string | null {
  const value = typedFigure(typed);
  if (value === undefined) return `${figureNames[figure]} is missing`;
  try {
    createProductSchema.pick([figure]).validateSync({ [figure]: value });
    return null;
  } catch (error) {
    if (error instanceof ValidationError) return error.message;
    throw error;
  }
}

/** Why a figure was not saved, and the current product. */
export function refusalOfSaving(
  figure: Figure,
  error: unknown,
): { sentence: string; present: AdminProduct | null } {
  const problem = error instanceof ApiError ? error.reply?.products?.[0] : undefined;
  if (!problem) return { sentence: errorSentence(error), present: null };
  const { product } = problem;
  if (!product) return { sentence: 'This product no longer exists: somebody deleted it.', present: null };
  if (problem.problem === 'stock_is_held') {
    return {
      sentence: `${product.held} are held for buyers who are paying: the stock cannot be lower now.`,
      present: product,
    };
  }
  return {
    sentence: `It became ${formatFigure(figure, product[figure])} meanwhile. Save again to replace it with yours.`,
    present: product,
  };
}
