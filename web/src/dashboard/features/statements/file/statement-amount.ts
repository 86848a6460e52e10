import { figureProblem, typedFigure } from '@contract/typed-figure.ts';

/**
 * Parses an amount as written by banks and spreadsheets, in cents: `1,850,000.00`, `1.850.000,00`, `KES 1 850 000`,
 * `(1,200.00)` or `1,200.00-` for negative amounts, `DR` and `CR` after it. Null for anything else, also for `46.253`:
 * amounts are never guessed.
 */
export function centsOf(text: string): number | null {
  const bare = text.replace(/[\s'’]/g, '').replaceAll('−', '-');
  const [, open, figure = '', close, after, side = ''] = /^(\()?\+?(.*?)(\))?(-)?(DR|CR)?$/i.exec(bare) ?? [];
  const shillings = typedFigure(pointDecimals(figure));
  // Ten thousand million shillings: more must be a mistake.
  if (typeof shillings !== 'number' || Math.abs(shillings) >= 1e10 || !open !== !close) return null;
  const cents = Math.round(Math.abs(shillings) * 1000) / 10;
  const signs = [shillings < 0, open, after].filter(Boolean).length;
  if (!Number.isInteger(cents) || signs > 1) return null;
  return (signs > 0 || side.toUpperCase() === 'DR') && cents !== 0 ? -cents : cents;
}

/** Why an amount cannot be read, and what to write instead where it has two meanings. @param what with its article */
export function amountProblem(text: string, what: 'an amount' | 'a fee'): string {
  const problem = figureProblem(text.replace(/^[-−+(]|\)$/g, ''));
  return problem ? `${problem}.` : `“${text}” is not ${what} that we can read.`;
}

/** An amount in the notation of other countries, where it can be no other: `1.850.000`, `2.000,50`, `12,5`. */
function pointDecimals(figure: string): string {
  const other = /^\D*(?:[1-9]\d{0,2}(?:(?:\.\d{3})+,\d{1,2}|(?:\.\d{3}){2,})|\d+,\d{1,2})[a-z]*$/i;
  return other.test(figure) ? figure.replaceAll('.', '').replace(',', '.') : figure;
}
