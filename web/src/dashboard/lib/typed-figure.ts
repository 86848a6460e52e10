/**
 * Parses a typed number: spaces, thousands separators and KES are ignored, an empty text is `undefined`. Anything
 * else stays text, for the schema to refuse.
 */
export function typedFigure(text: string): number | string | undefined {
  const bare = text.replace(/[\s,]/g, '').replace(/^KES/i, '');
  if (bare === '') return undefined;
  return /^[+-]?\d+(\.\d+)?$/.test(bare) ? Number(bare) : text;
}
