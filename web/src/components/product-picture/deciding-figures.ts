/** The most letters that fit across a tile. */
const widest = 20;

/** The figures by which people choose among products of a shelf, one or two, short enough for a tile: `5.12 kWh · 51.2 V`. */
export function decidingFigures(keyFigures: readonly string[]): string {
  const [first, second] = keyFigures.filter((figure) => /^\d/.test(figure) && figure.length <= widest);
  const both = [first, second].filter((figure) => figure !== undefined).join(' · ');
  return (both.length <= widest ? both : (first ?? '')).replace(/(\d) (?=\D)/g, '$1\u00a0');
}
