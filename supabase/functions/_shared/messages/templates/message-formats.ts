import { formatCents, formatKes } from '../../contract/money.ts';

/** Whole shillings, as on the site but in letters of GSM-7: `KES 1,850,000`. */
export function kes(amount: number): string {
  return inPlainLetters(formatKes(amount));
}

/** The bank's money: shillings, and the cents when there are any: `-KES 1,999.50`. */
export function kesOfCents(cents: number): string {
  return inPlainLetters(formatCents(cents));
}

function inPlainLetters(sum: string): string {
  return sum.replaceAll('\u00a0', ' ').replace('−', '-');
}

/**
 * Only letters of GSM-7, so that an SMS has 160 of them: others take 70 a part. Curly quotes and dashes get their plain
 * form, other letters lose their marks, and what has no plain form becomes `?`.
 */
function gsmText(text: string): string {
  return text
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, '-')
    .replace(/…/g, '...')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\n\r !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z]/gu, '?');
}

/**
 * An SMS in one part, also when the provider adds how to opt out: of its words the last are left out, whole, and a sum
 * with its currency, since a part of a number is another number; the link never is.
 */
export function smsText(words: string, link: string): string {
  const maxLength = 130 - link.length - 1;
  const plain = gsmText(words);
  const cut = plain.slice(0, Math.max(0, maxLength - 3)).replace(/(-?\(?KES )?\S*$/, '');
  return `${plain.length <= maxLength ? plain : `${cut.trimEnd()}...`} ${gsmText(link)}`;
}
