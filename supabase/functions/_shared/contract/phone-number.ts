/**
 * Phone numbers in any form common in Kenya, kept in one: `+254712345678`.
 *
 * Accepted: 07…, 01…, 7… and 1… (nine digits), 2547…, +254 7…, with spaces, dashes, dots or brackets;
 * any other country in international form (`+256 …`, `00256…`), eight to fifteen digits (ITU-T E.164).
 * Kenyan mobile prefixes are 7xx and 1xx; landlines (020 …) have an area code and seven to nine digits in all.
 */
export function normalisePhoneNumber(typed: string): string | null {
  const digits = typed.replace(/[\s().\-/]/g, '');
  if (!/^\+?\d+$/.test(digits)) return null;
  const international = digits.startsWith('+')
    ? digits.slice(1)
    : digits.startsWith('00')
      ? digits.slice(2)
      : null;
  const kenyan = kenyanNumber(international ?? digits, international !== null);
  if (kenyan) return kenyan;
  if (international === null || international.startsWith('254')) return null;
  return /^[1-9]\d{7,14}$/.test(international) ? `+${international}` : null;
}

function kenyanNumber(digits: string, international: boolean): string | null {
  let national: string;
  if (digits.startsWith('254')) national = digits.slice(3).replace(/^0/, '');
  else if (international) return null;
  else if (digits.startsWith('0')) national = digits.slice(1);
  else national = digits;
  const mobile = /^[71]\d{8}$/.test(national);
  const landline = /^[2-6]\d{6,8}$/.test(national) && (digits.startsWith('0') || digits.startsWith('254'));
  return mobile || landline ? `+254${national}` : null;
}
