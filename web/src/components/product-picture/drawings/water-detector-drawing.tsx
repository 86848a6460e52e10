import { DrawingSheet } from './drawing-sheet.tsx';
import { each, type Point, threeQuarterView } from './drawing-geometry.ts';

const { face, line, side, front, dial } = threeQuarterView(34, 78);

/** A point on the console's sloping panel: `across` and `up` from 0 to 1. */
const panel = (across: number, up: number): Point => [70 * across, 4 + 36 * up, 16 + 30 * up];

/** A water detector: the section on its screen, two probe rods in the ground, the cable between. */
export function WaterDetectorDrawing() {
  return (
    <DrawingSheet>
      <path className="ground" d="M6 104q14-4 28 0t28 0 28 0 28 0 36-2" />
      <path
        className="side"
        d={face([70, 0, 0], [70, 44, 0], [70, 44, 46], [70, 40, 46], [70, 4, 16], [70, 0, 16])}
      />
      <path className="front" d={front(0, 70, 0, 16)} />
      <path className="top" d={face([0, 0, 16], [70, 0, 16], panel(1, 0), panel(0, 0))} />
      <path className="top" d={face(panel(0, 0), panel(1, 0), panel(1, 1), panel(0, 1))} />
      <path className="side" d={face(panel(0, 1), panel(1, 1), [70, 44, 46], [0, 44, 46])} />
      <path
        className="glass"
        d={face(panel(0.08, 0.16), panel(0.72, 0.16), panel(0.72, 0.88), panel(0.08, 0.88))}
      />
      <path
        className="detail"
        d={line(panel(0.08, 0.7), panel(0.3, 0.64), panel(0.5, 0.72), panel(0.72, 0.66))}
      />
      <path
        className="accent"
        d={line(
          panel(0.1, 0.46),
          panel(0.24, 0.44),
          panel(0.36, 0.24),
          panel(0.46, 0.26),
          panel(0.56, 0.48),
          panel(0.7, 0.5),
        )}
      />
      <path
        className="dark"
        d={each([0.26, 0.5, 0.74], (up) =>
          face(
            panel(0.82, up - 0.06),
            panel(0.92, up - 0.06),
            panel(0.92, up + 0.06),
            panel(0.82, up + 0.06),
          ),
        )}
      />
      <path className="line" d={line([70, 14, 26], [76, 14, 34], [76, 32, 44], [70, 32, 42])} />
      <path className="detail" d={side(70, 10, 34, 5, 12)} />
      <path className="dark" d={dial(14, 8, 2.6) + dial(54, 8, 2.6)} />
      <path className="accent" d="M46.300 73C40 92 26 92 19 66M81.500 81.900C86 108 118 112 132 62" />
      <path className="line" d="M19 58v52M13 58h12M132 54v54M126 54h12" />
      <path className="dark" d="M16.500 62h5v6h-5zM129.500 58h5v6h-5z" />
    </DrawingSheet>
  );
}
