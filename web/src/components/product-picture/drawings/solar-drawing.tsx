import { DrawingSheet } from './drawing-sheet.tsx';
import { each, type Point, threeQuarterView } from './drawing-geometry.ts';

const { face, line } = threeQuarterView(12, 92);

/** A point on the tilted table: `across` and `up` from 0 to 1. */
const on = (across: number, up: number): Point => [112 * across, 40 * up, 12 + 52 * up];
const thirds = [1 / 3, 2 / 3];
const cells = [1, 2, 4, 5, 7, 8].map((ninth) => ninth / 9);
const rows = [1, 2, 4, 5].map((sixth) => sixth / 6);

/** Six panels on a tilted ground mount, the string cable coming down. */
export function SolarDrawing() {
  return (
    <DrawingSheet>
      <path className="ground" d={line([-6, 0, 0], [120, 0, 0])} />
      <path className="line" d={line([14, 36, 56], [14, 36, 0], [14, 5, 18])} />
      <path className="line" d={line([98, 36, 56], [98, 36, 0], [98, 5, 18])} />
      <path className="line" d={line([14, 3, 16], [14, 3, 0]) + line([98, 3, 16], [98, 3, 0])} />
      <path className="accent" d={line([112, 20, 38], [114, 20, 8], [128, 20, 4], [140, 26, 4])} />
      <path className="side" d={face([112, 0, 12], [112, 40, 64], [112, 42, 60], [112, 2, 8])} />
      <path className="side" d={face([0, 0, 12], [112, 0, 12], [112, 2, 8], [0, 2, 8])} />
      <path className="glass" d={face(on(0, 0), on(1, 0), on(1, 1), on(0, 1))} />
      <path className="detail" d={each(cells, (across) => line(on(across, 0), on(across, 1)))} />
      <path className="detail" d={each(rows, (up) => line(on(0, up), on(1, up)))} />
      <path className="line" d={each(thirds, (across) => line(on(across, 0), on(across, 1)))} />
      <path className="line" d={line(on(0, 0.5), on(1, 0.5))} />
    </DrawingSheet>
  );
}
