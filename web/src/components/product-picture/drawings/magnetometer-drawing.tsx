import { DrawingSheet } from './drawing-sheet.tsx';
import { threeQuarterView } from './drawing-geometry.ts';

const { front, side, top, line, dial } = threeQuarterView(30, 92);

/** A proton magnetometer: console with strap, sensor bottle high on its staff. */
export function MagnetometerDrawing() {
  return (
    <DrawingSheet>
      <path className="ground" d="M14 110q14-3 28 0t28 0 28 0 28 0 22-1" />
      <path className="front" d="M123 34h4v78h-4z" />
      <path className="detail" d="M123 58h4M123 82h4" />
      <path className="side" d="M106 14v17c0 4 8 7 19 7s19-3 19-7V14z" />
      <path className="front" d="M106 14c0-4 8-7 19-7s19 3 19 7-8 7-19 7-19-3-19-7z" />
      <path className="detail" d="M106 22c0 4 8 7 19 7s19-3 19-7" />
      <path className="line" d={line([2, 12, 44], [-2, 12, 70], [60, 12, 78], [68, 12, 44])} />
      <path className="side" d={side(70, 0, 24, 0, 44)} />
      <path className="top" d={top(0, 70, 0, 24, 44)} />
      <path className="front" d={front(0, 70, 0, 44)} />
      <path className="glass" d={front(6, 44, 24, 39)} />
      <path
        className="detail"
        d={line([9, 0, 30], [14, 0, 34], [18, 0, 28], [23, 0, 35], [28, 0, 29], [34, 0, 33], [41, 0, 30])}
      />
      {[52, 60].flatMap((x) =>
        [28, 36].map((z) => <path key={`${x} ${z}`} className="dark" d={dial(x, z, 2.4)} />),
      )}
      {[10, 20, 30, 40, 50, 60].flatMap((x) =>
        [7, 15].map((z) => (
          <path key={`${x} ${z}`} className="front" d={front(x - 3, x + 3, z - 2, z + 2)} />
        )),
      )}
      <path className="accent" d="M98 96c12 12 26 6 22-20 -2-16 4-22 4-40" />
    </DrawingSheet>
  );
}
