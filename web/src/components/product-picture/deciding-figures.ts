/** The number of characters that fit across a tile. */
const maxLetters = 20;

/**
 * The one or two key figures by which people compare products of a category, short enough for a tile: `5.12 kWh ·
 * 51.2 V`.
 */
export function decidingFigures(keyFigures: readonly string[]): string {
  const [first, second] = keyFigures.filter((figure) => /^\d/.test(figure) && figure.length <= maxLetters);
  const both = [first, second].filter((figure) => figure !== undefined).join(' · ');
  return (both.length <= maxLetters ? both : (first ?? '')).replace(/(\d) (?=\D)/g, '$1\u00a0');
}
