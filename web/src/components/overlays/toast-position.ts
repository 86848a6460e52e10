type Box = { top: number; right: number; bottom: number; left: number };

/** The distance between two positions that are tried, in pixels. */
const step = 8;

/**
 * How far to move a box up so that it covers none of the others; null when there is no free spot.
 * @param ceiling the highest position of its upper edge
 */
export function liftToFreeSpot(box: Box, others: readonly Box[], ceiling: number): number | null {
  for (let lift = 0; box.top - lift >= ceiling; lift += step) {
    const isCovering = others.some(
      (other) =>
        other.left < box.right &&
        other.right > box.left &&
        other.top < box.bottom - lift &&
        other.bottom > box.top - lift,
    );
    if (!isCovering) return lift;
  }
  return null;
}
