/** A point in the room of a drawing: x to the right and toward us, y to the back, z up. */
export type Point = readonly [x: number, y: number, z: number];

/**
 * The three-quarter view that all drawings share: seen from the front right, a little from above.
 * Returns path makers for a drawing whose origin lies at this place of the 160 by 120 sheet.
 */
export function threeQuarterView(originX: number, originY: number) {
  const place = ([x, y, z]: Point) =>
    `${tidy(originX + 0.88 * x + 0.5 * y)} ${tidy(originY + 0.22 * x - 0.32 * y - z)}`;

  const line = (...spots: Point[]) => `M${spots.map(place).join('L')}`;
  const face = (...spots: Point[]) => `${line(...spots)}Z`;

  return {
    /** An open line through the spots. */
    line,
    /** A closed face with these corners. */
    face,
    /** A rectangle on an upright face that looks at us, `y` deep in the room. */
    front: (x0: number, x1: number, z0: number, z1: number, y = 0) =>
      face([x0, y, z0], [x1, y, z0], [x1, y, z1], [x0, y, z1]),
    /** A rectangle on an upright face that looks to the right. */
    side: (x: number, y0: number, y1: number, z0: number, z1: number) =>
      face([x, y0, z0], [x, y1, z0], [x, y1, z1], [x, y0, z1]),
    /** A rectangle on a level face. */
    top: (x0: number, x1: number, y0: number, y1: number, z: number) =>
      face([x0, y0, z], [x1, y0, z], [x1, y1, z], [x0, y1, z]),
    /** A circle on an upright face that looks at us. */
    dial: (x: number, z: number, radius: number, y = 0) =>
      face(...around(radius, (cos, sin) => [x + radius * cos, y, z + radius * sin])),
    /** A circle on a level face. */
    disc: (x: number, y: number, z: number, radius: number) =>
      face(...around(radius, (cos, sin) => [x + radius * cos, y + radius * sin, z])),
  };
}

/** One path of equal shapes, each made from one of the values. */
export function each(values: readonly number[], shape: (value: number) => string): string {
  return values.map(shape).join('');
}

function around(radius: number, spot: (cos: number, sin: number) => Point): Point[] {
  const steps = radius < 3 ? 8 : radius < 6 ? 12 : 20;
  return Array.from({ length: steps }, (_, step) => {
    const angle = (step / steps) * 2 * Math.PI;
    return spot(Math.cos(angle), Math.sin(angle));
  });
}

/** A tenth of a pixel is exact enough, and the same text in every engine. */
function tidy(value: number): number {
  return Math.round(value * 10) / 10;
}
