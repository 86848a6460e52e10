/** A text that Safaricom sent, which may come as a number; empty for anything else. */
export const sentText = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
