const width = 320;
const height = 240;
const rings = 9;
const pointsPerRing = 14;

/**
 * Contour lines of one imaginary hill as SVG paths, outermost first. A hill is a summit and a wobbling radius;
 * each ring is the same outline, smaller and moved a little toward the summit, so rings never cross.
 */
export function contourPaths(seed: string): string[] {
  const random = seededRandom(seed);
  const base = { x: width * (0.3 + 0.4 * random()), y: height * (0.35 + 0.4 * random()) };
  const lean = { x: (random() - 0.5) * 70, y: (random() - 0.5) * 50 };
  const waves = [2, 3, 4].map((times) => ({
    times,
    height: (0.16 * random()) / (times - 1),
    phase: random() * 6.283,
  }));
  const stretch = 1.15 + 0.5 * random();

  return Array.from({ length: rings }, (_, ring) => {
    const share = 1 - ring / rings;
    const reach = 195 * share ** 1.15 + 8;
    const centre = { x: base.x + lean.x * (1 - share), y: base.y + lean.y * (1 - share) };
    const points = Array.from({ length: pointsPerRing }, (_, step) => {
      const angle = (step / pointsPerRing) * 2 * Math.PI;
      const wobble = waves.reduce(
        (sum, wave) => sum + wave.height * Math.sin(wave.times * angle + wave.phase),
        1,
      );
      return {
        x: centre.x + Math.cos(angle) * reach * wobble * stretch,
        y: centre.y + Math.sin(angle) * reach * wobble * 0.8,
      };
    });
    return smoothRing(points);
  });
}

type Point = { x: number; y: number };

/** A closed curve through the midpoints of the edges, with the corners as control points. */
function smoothRing(points: Point[]): string {
  const at = (index: number) => points[(index + points.length) % points.length] as Point;
  const middle = (a: Point, b: Point) => `${round((a.x + b.x) / 2)} ${round((a.y + b.y) / 2)}`;
  const start = `M${middle(at(-1), at(0))}`;
  const curves = points.map(
    (point, index) => `Q${round(point.x)} ${round(point.y)} ${middle(point, at(index + 1))}`,
  );
  return `${start}${curves.join('')}Z`;
}

/** Whole pixels are exact enough for decoration, and identical in every engine. */
function round(value: number): number {
  return Math.round(value);
}

/**
 * Numbers from 0 to 1 that look random and are always the same for the same seed, on the server and in the
 * browser. (FNV-1a for the seed, mulberry32 for the sequence.)
 */
function seededRandom(seed: string): () => number {
  let state = 0x811c9dc5;
  for (let index = 0; index < seed.length; index += 1) {
    state = Math.imul(state ^ seed.charCodeAt(index), 0x01000193);
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
