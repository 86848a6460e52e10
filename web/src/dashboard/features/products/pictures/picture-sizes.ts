/** Pixels: each picture is stored in these widths. */
export const pictureWidths = [320, 640, 1200] as const;

export type PictureWidth = (typeof pictureWidths)[number];

/**
 * The largest file size of each width. The two narrow ones are for product cards, which may have 30 kB, even on a
 * phone with a high-density screen, which loads the wider of them.
 */
export const maxBytes: Record<PictureWidth, number> = { 320: 30_000, 640: 30_000, 1200: 200_000 };

/** The size of a picture in this width: never scaled up, and never taller than twice the width. */
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

/** A size and a quality (0 to 1) for encoding a picture. */
type Encoding = { scale: number; quality: number };

/** Tried in this order until the file is small enough: first lower quality, then fewer pixels too. */
export function encodings(): Encoding[] {
  const qualities = [0.82, 0.7, 0.58, 0.45, 0.32, 0.2];
  return [
    ...qualities.map((quality) => ({ scale: 1, quality })),
    ...[0.8, 0.64, 0.5, 0.36, 0.25, 0.15].map((scale) => ({ scale, quality: 0.3 })),
  ];
}
