/**
 * What somebody typed where a whole number belongs: spaces and the commas between thousands are overlooked. Anything
 * else stays what it is, for the schema to refuse in words. Nothing is `undefined`.
 */
export function typedFigure(text: string): number | string | undefined {
  const bare = text.replace(/[\s,\u00a0]/g, '').replace(/^KES/i, '');
  if (bare === '') return undefined;
  return /^[+-]?\d+(\.\d+)?$/.test(bare) ? Number(bare) : text;
}
