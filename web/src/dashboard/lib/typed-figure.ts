/**
 * The number that somebody typed: spaces, commas between thousands and KES are ignored, nothing typed is `undefined`.
 * Anything that is not a number stays text, for the schema to refuse.
 */
export function typedFigure(text: string): number | string | undefined {
  const bare = text.replace(/[\s,]/g, '').replace(/^KES/i, '');
  if (bare === '') return undefined;
  return /^[+-]?\d+(\.\d+)?$/.test(bare) ? Number(bare) : text;
}
