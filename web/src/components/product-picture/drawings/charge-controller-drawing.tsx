import { DrawingSheet } from './drawing-sheet.tsx';
import { each, threeQuarterView } from './drawing-geometry.ts';

const { front, side, top, line, dial } = threeQuarterView(34, 86);

/** A solar charge controller: flat, finned at the side, its six screw terminals at the foot. */
export function ChargeControllerDrawing() {
  return (
    <DrawingSheet>
      <path className="side" d={side(82, 0, 26, 0, 62)} />
      <path className="top" d={top(0, 82, 0, 26, 62)} />
      <path className="front" d={front(0, 82, 0, 62)} />
      <path className="detail" d={each([8, 16, 24, 32, 40, 48, 56], (z) => line([82, 4, z], [82, 22, z]))} />
      <path className="glass" d={front(8, 74, 26, 54)} />
      <path className="line" d={line([8, 0, 40], [50, 0, 40])} />
      <path className="dark" d={dial(62, 40, 5)} />
      <path className="spot" d={dial(62, 40, 2)} />
      <path className="front" d={front(6, 76, 4, 18)} />
      <path className="dark" d={each([12, 23, 34, 48, 59, 70], (x) => dial(x, 11, 3.4))} />
      <path className="line" d={line([12, 0, 4], [12, 0, -10])} />
      <path className="accent" d={line([23, 0, 4], [23, 0, -10])} />
      <path className="line" d={line([34, 0, 4], [34, 0, -10])} />
      <path className="accent" d={line([48, 0, 4], [48, 0, -10])} />
      <path className="line" d={line([59, 0, 4], [59, 0, -10])} />
      <path className="accent" d={line([70, 0, 4], [70, 0, -10])} />
    </DrawingSheet>
  );
}
