import type { LineProblem } from '@contract/errors.ts';
import { formatKes } from '@contract/money.ts';
import type { CartItem } from '#storefront/lib/cart-item.ts';

/** The one-tap correction of a line that cannot be ordered as it is. */
export type LineFix =
  | { kind: 'set-quantity'; quantity: number }
  | { kind: 'accept-price'; price: number }
  | { kind: 'remove' };

/** The refused lines that are still a problem, now that the cart may have been corrected. */
export function unresolvedProblems(
  problems: readonly LineProblem[],
  lines: readonly CartItem[],
): LineProblem[] {
  return problems.filter((problem) => {
    const line = lines.find(({ product }) => product.id === problem.productId);
    return line !== undefined && isUnresolved(problem, line);
  });
}

function isUnresolved(problem: LineProblem, { product, quantity }: CartItem): boolean {
  switch (problem.problem) {
    case 'out_of_stock':
      return quantity > problem.available;
    case 'price_changed':
      return product.price !== problem.price;
    case 'product_unavailable':
      return true;
  }
}

/** What is wrong with the line, in one sentence with the current figures. */
export function problemMessage({ problem, available, quantity, price }: LineProblem): string {
  if (problem === 'product_unavailable' || (problem === 'price_changed' && price === null)) {
    return 'No longer sold';
  }
  if (problem === 'price_changed') return `Price is now ${formatKes(price ?? 0)}`;
  return available > 0
    ? `Only ${available} left; you asked for ${quantity}`
    : `None left; you asked for ${quantity}`;
}

/** The correction offered for the line. */
export function fixForProblem({ problem, available, price }: LineProblem): LineFix {
  if (problem === 'out_of_stock' && available > 0) return { kind: 'set-quantity', quantity: available };
  if (problem === 'price_changed' && price !== null) return { kind: 'accept-price', price };
  return { kind: 'remove' };
}

/** The label of the correction's button. */
export function fixLabel(fix: LineFix): string {
  switch (fix.kind) {
    case 'set-quantity':
      return `Change to ${fix.quantity}`;
    case 'accept-price':
      return `Accept ${formatKes(fix.price)}`;
    case 'remove':
      return 'Remove from cart';
  }
}
