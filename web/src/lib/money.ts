const shillings = new Intl.NumberFormat('en-KE', {
  style: 'currency',
  currency: 'KES',
  // The code, not the symbol: engines differ between "Ksh" and "KES", a price must not.
  currencyDisplay: 'code',
  maximumFractionDigits: 0,
});

/** Whole Kenyan shillings in the Kenyan locale, without decimals: `KES 1,850,000` (with a no-break space). */
export function formatKes(amount: number): string {
  return shillings.format(amount);
}
