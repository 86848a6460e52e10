/**
 * Parses an amount as written by banks and spreadsheets, in cents: `1,850,000.00`, `1.850.000,00`, `KES 1 850 000`,
 * `(1,200.00)` or `1,200.00-` for negative amounts, `DR` and `CR` after it. A separator before exactly three digits
 * is for thousands, one before one or two digits at the end is the decimal separator. Null for anything else: amounts
 * are never guessed.
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

function centsOfFigure(figure: string): number | null {
  const parts = /^(\d+|\d{1,3}(?:\.\d{3})+|\d{1,3}(?:,\d{3})+)(?:([.,])(\d{1,2}))?$/.exec(figure);
  if (!parts) return null;
  const [, whole = '', mark = '', rest = ''] = parts;
  // The same character cannot be both separators.
  if (mark && whole.includes(mark)) return null;
  const shillings = whole.replace(/[.,]/g, '');
  // Ten thousand million shillings: more must be a mistake.
  if (shillings.length > 10) return null;
  return Number(shillings) * 100 + Number(rest.padEnd(2, '0'));
}
