/** The token in the address of a reset link, `/reset-password#token=…`; null when there is none. */
export function resetTokenIn(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('token') || null;
}
