import { DrawingSheet } from './drawing-sheet.tsx';
import { each, type Point, threeQuarterView } from './drawing-geometry.ts';

const { face, line, front, side, top } = threeQuarterView(8, 88);

/** A point on the tilted table behind: `across` and `up` from 0 to 1. */
const on = (across: number, up: number): Point => [8 + 84 * across, 40 + 30 * up, 22 + 38 * up];

/** A complete kit: panels behind, inverter and battery in front, one cable through all three. */
export function SolarKitDrawing() {
  return (
    <DrawingSheet>
      <path className="line" d={line([18, 46, 30], [18, 46, 4]) + line([84, 46, 30], [84, 46, 4])} />
      <path className="glass" d={face(on(0, 0), on(1, 0), on(1, 1), on(0, 1))} />
      <path
        className="detail"
        d={each([1 / 6, 3 / 6, 5 / 6], (across) => line(on(across, 0), on(across, 1)))}
      />
      <path className="detail" d={each([1 / 4, 2 / 4, 3 / 4], (up) => line(on(0, up), on(1, up)))} />
      <path className="line" d={each([1 / 3, 2 / 3], (across) => line(on(across, 0), on(across, 1)))} />
      <path className="side" d={side(44, 4, 22, 0, 50)} />
      <path className="top" d={top(6, 44, 4, 22, 50)} />
      <path className="front" d={front(6, 44, 0, 50, 4)} />
      <path className="dark" d={front(14, 36, 30, 42, 4)} />
      <path className="detail" d={line([6, 4, 14], [44, 4, 14])} />
      <path className="side" d={side(108, 4, 30, 0, 34)} />
      <path className="top" d={top(62, 108, 4, 30, 34)} />
      <path className="front" d={front(62, 108, 0, 34, 4)} />
      <path className="detail" d={line([62, 4, 17], [108, 4, 17])} />
      <path className="dark" d={front(68, 80, 22, 28, 4) + front(68, 80, 6, 12, 4)} />
      <path className="spot" d={front(98, 102, 23, 27, 4) + front(98, 102, 7, 11, 4)} />
      <path className="accent" d={line([38, 4, 6], [40, -6, -4], [60, -6, -4], [66, 4, 4])} />
    </DrawingSheet>
  );
}
