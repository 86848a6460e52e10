import { DrawingSheet } from './drawing-sheet.tsx';
import { each, threeQuarterView } from './drawing-geometry.ts';

const { front, side, top, line, face, disc, dial } = threeQuarterView(34, 76);

/** A resistivity meter in its open case, cables out to the current and potential electrodes. */
export function InstrumentDrawing() {
  return (
    <DrawingSheet>
      <path className="ground" d={line([-34, -10, 0], [104, -32, 0])} />
      <path className="side" d={face([0, 46, 28], [0, 56, 66], [74, 56, 66], [74, 46, 28])} />
      <path className="top" d={face([5, 47, 32], [5, 55, 62], [69, 55, 62], [69, 47, 32])} />
      <path className="side" d={side(74, 0, 46, 0, 28)} />
      <path className="front" d={front(0, 74, 0, 28)} />
      <path className="top" d={top(0, 74, 0, 46, 28)} />
      <path className="detail" d={top(5, 69, 4, 42, 28)} />
      <path className="dark" d={top(10, 38, 18, 38, 28)} />
      <path className="detail" d={line([10, 10, 28], [38, 10, 28])} />
      {[46, 54, 62].flatMap((x) =>
        [14, 24, 34].map((y) => <path key={`${x} ${y}`} className="front" d={disc(x, y, 28, 2.6)} />),
      )}
      <path className="line" d={line([28, -1, 18], [28, -7, 15], [46, -7, 15], [46, -1, 18])} />
      <path className="dark" d={each([10, 20, 56, 66], (x) => dial(x, 9, 2.6))} />
      <path
        className="accent"
        d="M42.800 69.200C38 84 30 92 22 82M51.600 71.400C50 92 48 104 43 96M83.300 79.300C84 100 90 112 97 100M92 81.500C96 98 112 108 124 92"
      />
      {[
        [22, 74],
        [43, 88],
        [97, 92],
        [124, 84],
      ].map(([x, y]) => (
        <g key={x}>
          <path className="line" d={`M${x} ${y}v28M${(x ?? 0) - 4} ${y}h8`} />
        </g>
      ))}
    </DrawingSheet>
  );
}
