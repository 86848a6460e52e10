/**
 * Parses an amount as written by banks and spreadsheets, in cents: `1,850,000.00`, `1.850.000,00`, `KES 1 850 000`,
 * `(1,200.00)` or `1,200.00-` for negative amounts, `DR` and `CR` after it. A separator before exactly three digits
 * is for thousands, one before one or two digits at the end is the decimal separator. Null for anything else, also for
 * `46.253`: amounts are never guessed.
 */
export function centsOf(text: string): number | null {
  const bare = text
    .replace(/[\s\u00a0\u202f'’]/g, '')
    .replace(/^(?:KES|KSH|KSHS)\.?/i, '')
    .replace(/(?:KES|KSH|KSHS)$/i, '')
    .replace(/−/g, '-');
  const found = /^([-+(]?)([0-9][0-9.,]*)(\)?)(-?)(DR|CR)?$/i.exec(bare);
  if (!found) return null;
  const [, before = '', figure = '', bracket = '', after = '', side = ''] = found;
  if ((before === '(') !== (bracket === ')')) return null;
  const cents = centsOfFigure(figure);
  if (cents === null) return null;
  const isNegative = before === '-' || before === '(' || after === '-' || side.toUpperCase() === 'DR';
  return isNegative && cents !== 0 ? -cents : cents;
}

/** Why an amount cannot be read, and what to write instead where it has two meanings. @param what with its article */
export function amountProblem(text: string, what: 'an amount' | 'a fee'): string {
  const [, before, after] = pointBeforeThree.exec(text) ?? [];
  if (before === undefined) return `“${text}” is not ${what} that we can read.`;
  const decimals = Number(`${before}.${after}`).toFixed(2);
  return `“${text}” may be ${before},${after}.00 or ${decimals}. Write the right one into the file.`;
}

/** `46.253`: thousands, or a calculated commission that nobody rounded. Money in Kenya has its comma at the thousands. */
const pointBeforeThree = /(?<![\d.,])([1-9]\d{0,2})\.(\d{3})(?![\d.,])/;

function centsOfFigure(figure: string): number | null {
  const parts = /^(\d+|[1-9]\d{0,2}(?:\.\d{3})+|[1-9]\d{0,2}(?:,\d{3})+)(?:([.,])(\d{1,2}))?$/.exec(figure);
  if (!parts || pointBeforeThree.test(figure)) return null;
  const [, whole = '', mark = '', rest = ''] = parts;
  // The same character cannot be both separators.
  if (mark && whole.includes(mark)) return null;
  const shillings = whole.replace(/[.,]/g, '');
  // Ten thousand million shillings: more must be a mistake.
  if (shillings.length > 10) return null;
  return Number(shillings) * 100 + Number(rest.padEnd(2, '0'));
}
