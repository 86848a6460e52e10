/**
 * The sizes of a picture that the dashboard stored, for a tile; null for any other address. Only the two narrow ones,
 * which have at most 30 kB: a phone with a sharp screen would take the wide one for a tile.
 */
export function pictureSources(imageUrl: string): { src: string; srcSet: string } | null {
  const [, start, end] = /^(.+\/[0-9a-f]{64}-)1200(\.(?:webp|jpg))$/.exec(imageUrl) ?? [];
  if (start === undefined || end === undefined) return null;
  const of = (width: number) => `${start}${width}${end}`;
  return { src: of(640), srcSet: `${of(320)} 320w, ${of(640)} 640w` };
}
