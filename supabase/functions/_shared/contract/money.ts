const shillings = new Intl.NumberFormat('en-KE', {
  style: 'currency',
  currency: 'KES',
  // The code, not the symbol: browsers differ between "Ksh" and "KES".
  currencyDisplay: 'code',
  maximumFractionDigits: 0,
});

/** Whole Kenyan shillings in the Kenyan locale, without decimals: `KES 1,850,000` (with a no-break space). */
export function formatKes(amount: number): string {
  return shillings.format(amount);
}

/**
 * The bank's money: shillings, and the cents when there are any: `KES 1,999.50`. Negative sums have a minus
 * sign.
 */
export function formatCents(cents: number): string {
  const rest = Math.abs(cents) % 100;
  const sum = formatKes(Math.floor(Math.abs(cents) / 100));
  return `${cents < 0 ? '−' : ''}${sum}${rest === 0 ? '' : `.${String(rest).padStart(2, '0')}`}`;
}
