import { cleanText } from './clean-text.ts';

/**
 * Reads a typed whole number or amount of money, as it is written in Kenya: `95,000`, `KES 12,500.00`, `95,000/=`. Nothing
 * is `undefined`. What is not one, or may be two, stays text for the schema to refuse with `figureProblem()`.
 */
export function typedFigure(text: string): number | string | undefined {
  return figureProblem(text) === null ? typedDecimal(text) : text;
}

/** The same where decimals of any length are meant, such as kilograms: there `28.500` has one meaning. */
export function typedDecimal(text: string): number | string | undefined {
  const bare = bareFigure(text);
  if (bare === '') return undefined;
  return /^-?(\d+|[1-9]\d{0,2}(,\d{3})+)(\.\d+)?$/.test(bare) ? Number(bare.replaceAll(',', '')) : text;
}

/** Why a text is no whole number or amount although it looks like one, or null. */
export function figureProblem(typed: unknown): string | null {
  if (typeof typed !== 'string') return null;
  const bare = bareFigure(typed);
  const [, whole, decimals = ''] = /^[+-]?(\d+)\.(\d{3})$/.exec(bare) ?? [];
  if (whole !== undefined) {
    const readings = [Number(`${whole}.${decimals}`), Number(whole + decimals)].map((one) =>
      one.toLocaleString('en-KE'),
    );
    return `Is “${typed.trim()}” ${readings.join(' or ')}? Write thousands with a comma`;
  }
  return bare.startsWith('+') ? `“${typed.trim()}” is not added here: write the new figure` : null;
}

/** Without spaces and currency, with a hyphen as its minus sign. */
const bareFigure = (text: string) =>
  cleanText(text)
    .replace(/\s/g, '')
    .replace('−', '-')
    .replace(/^(?:KES|KSHS?)\.?/i, '')
    .replace(/(?:KES|KSHS?|\/[=-])$/i, '');
