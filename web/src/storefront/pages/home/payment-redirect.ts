/** The outcome page for a return from the bank that landed on the home page; null for every other visit. */
export function paymentRedirect(search: string): string | null {
  const outcome = new URLSearchParams(search).get('payment');
  return outcome === 'success' || outcome === 'failed' ? `/payment/${outcome}${search}` : null;
}
