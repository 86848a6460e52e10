/** A point in the 3D space of a drawing: x to the right and towards the viewer, y to the back, z up. */
export type Point = readonly [x: number, y: number, z: number];

/**
 * The projection that all drawings share: seen from the front right, slightly from above. Returns path builders for a
 * drawing with its origin at this position on the 160 by 120 sheet.
 */
export function threeQuarterView(originX: number, originY: number) {
  const project = ([x, y, z]: Point) =>
    `${tidy(originX + 0.88 * x + 0.5 * y)} ${tidy(originY + 0.22 * x - 0.32 * y - z)}`;

  const line = (...points: Point[]) => `M${points.map(project).join('L')}`;
  const face = (...points: Point[]) => `${line(...points)}Z`;

  return {
    /** An open line through the points. */
    line,
    /** A closed face with these corners. */
    face,
    /** A rectangle on an upright face towards the viewer, at depth `y`. */
    front: (x0: number, x1: number, z0: number, z1: number, y = 0) =>
      face([x0, y, z0], [x1, y, z0], [x1, y, z1], [x0, y, z1]),
    /** A rectangle on an upright face towards the right. */
    side: (x: number, y0: number, y1: number, z0: number, z1: number) =>
      face([x, y0, z0], [x, y1, z0], [x, y1, z1], [x, y0, z1]),
    /** A rectangle on a level face. */
    top: (x0: number, x1: number, y0: number, y1: number, z: number) =>
      face([x0, y0, z], [x1, y0, z], [x1, y1, z], [x0, y1, z]),
    /** A circle on an upright face towards the viewer. */
    dial: (x: number, z: number, radius: number, y = 0) =>
      face(...around(radius, (cos, sin) => [x + radius * cos, y, z + radius * sin])),
    /** A circle on a level face. */
    disc: (x: number, y: number, z: number, radius: number) =>
      face(...around(radius, (cos, sin) => [x + radius * cos, y + radius * sin, z])),
  };
}

/** One path with a shape for each value. */
export function each(values: readonly number[], shape: (value: number) => string): string {
  return values.map(shape).join('');
}

function around(radius: number, pointAt: (cos: number, sin: number) => Point): Point[] {
  const steps = radius < 3 ? 8 : radius < 6 ? 12 : 20;
  return Array.from({ length: steps }, (_, step) => {
    const angle = (step / steps) * 2 * Math.PI;
    return pointAt(Math.cos(angle), Math.sin(angle));
  });
}

/** A tenth of a pixel is exact enough, and identical in every engine. */
function tidy(value: number): number {
  return Math.round(value * 10) / 10;
}
