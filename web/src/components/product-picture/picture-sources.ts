/**
 * The sizes of a picture stored by the dashboard, for a tile; null for any other URL. Only the two narrow ones, of at
 * most 30 kB: a phone with a high-density screen would choose the wide one for a tile.
 */
export function tileSources(imageUrl: string): { src: string; srcSet: string } | null {
  const of = storedPicture(imageUrl);
  return of && { src: of(640), srcSet: `${of(320)} 320w, ${of(640)} 640w` };
}

/** All sizes of such a picture, as a `srcset` for the product's page; undefined for any other URL. */
export function gallerySources(imageUrl: string): string | undefined {
  const of = storedPicture(imageUrl);
  return of ? [320, 640, 1200].map((width) => `${of(width)} ${width}w`).join(', ') : undefined;
}

/** The URL of a stored picture in another width. */
function storedPicture(imageUrl: string): ((width: number) => string) | null {
  const [, start, end] = /^(.+\/[0-9a-f]{64}-)1200(\.(?:webp|jpg))$/.exec(imageUrl) ?? [];
  return start === undefined || end === undefined ? null : (width) => `${start}${width}${end}`;
}
