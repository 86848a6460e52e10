import type { AdminProduct } from '@contract/admin.ts';
import { createProductSchema } from '@contract/product-form.ts';
import { ValidationError } from 'yup';
import { ApiError } from '#lib/api/api-client.ts';
import { errorSentence } from '#lib/api/error-sentence.ts';
import { formatKes } from '@contract/money.ts';
import { formatCount } from '#dashboard/lib/format-count.ts';
import { typedFigure } from '@contract/typed-figure.ts';

export type Figure = 'price' | 'stock';

export const figureNames: Record<Figure, string> = { price: 'Price', stock: 'Stock' };

/** A figure as the table shows it. */
export function formatFigure(figure: Figure, value: number): string {
  return figure === 'price' ? formatKes(value) : formatCount(value);
}

/**
 * The typed value, or what is wrong with it. `+12` and `-3` add to the stock that was seen; a price is not changed by an
 * amount.
 */
export function typedValue(
  figure: Figure,
  typed: string,
  seen: number,
): { value: number } | { wrong: string } {
  const text = typed.trim();
  const isSigned = isChangeBy(text);
  if (isSigned && figure === 'price')
    return { wrong: `“${text}” does not change a price: type the new price` };
  const read = typedFigure(text.replace(/^\+/, ''));
  if (read === undefined) return { wrong: `${figureNames[figure]} is missing` };
  const value = isSigned && typeof read === 'number' ? seen + read : read;
  try {
    return { value: createProductSchema.pick([figure]).validateSync({ [figure]: value })[figure] };
  } catch (error) {
    if (error instanceof ValidationError) return { wrong: error.message };
    throw error;
  }
}

const isChangeBy = (typed: string) => /^\s*[+\-−]/.test(typed);

/** Why a figure was not saved, and the current product. */
export function refusalOfSaving(
  figure: Figure,
  typed: string,
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
    sentence: `It became ${formatFigure(figure, product[figure])} meanwhile. Save again to ${isChangeBy(typed) ? `change that by ${typed.trim()}` : 'replace it with yours'}.`,
    present: product,
  };
}
