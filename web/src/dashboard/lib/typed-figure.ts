/**
 * Parses a typed number: spaces, thousands separators and KES are ignored, an empty text is `undefined`. Anything
 * else stays text, for the schema to refuse, also a comma that is not before three digits, such as a decimal one.
 */
export function typedFigure(text: string): number | string | undefined {
  const bare = text.replace(/\s/g, '').replace(/^KES/i, '');
  if (bare === '') return undefined;
  return /^[+-]?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(bare) ? Number(bare.replaceAll(',', '')) : text;
}
