/** Pixels; each picture is stored in these widths. */
export const pictureWidths = [320, 640, 1200] as const;

export type PictureWidth = (typeof pictureWidths)[number];

/**
 * Bytes that a stored width may have. The two narrow ones are the tiles of the shelves, and no tile is heavier than
 * 30 kB, also on a phone with a sharp screen, which takes the wider of them.
 */
export const mostBytes: Record<PictureWidth, number> = { 320: 30_000, 640: 30_000, 1200: 200_000 };

/** The size of a picture in this width: never enlarged, and never taller than twice the width. */
export function sizeInWidth(
  source: { width: number; height: number },
  width: PictureWidth,
): { width: number; height: number } {
  const scale = Math.min(1, width / source.width, (2 * width) / source.height);
  return {
    width: Math.max(1, Math.round(source.width * scale)),
    height: Math.max(1, Math.round(source.height * scale)),
  };
}

/** One try at a size and a quality (0 to 1); the next is smaller. */
export type Attempt = { scale: number; quality: number };

/** In this order until the file is small enough: first less quality, then fewer pixels too. */
export function attempts(): Attempt[] {
  const qualities = [0.82, 0.7, 0.58, 0.45, 0.32, 0.2];
  return [
    ...qualities.map((quality) => ({ scale: 1, quality })),
    ...[0.8, 0.64, 0.5, 0.36, 0.25, 0.15].map((scale) => ({ scale, quality: 0.3 })),
  ];
}
