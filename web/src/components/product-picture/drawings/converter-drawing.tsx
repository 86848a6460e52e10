import { DrawingSheet } from './drawing-sheet.tsx';
import { type Point, threeQuarterView } from './drawing-geometry.ts';

const { face, side, line, top, front, disc } = threeQuarterView(18, 80);
const depth = 56;
const fins = [8, 20, 32, 44, 56, 68];

/** The comb of the cooling fins as it is cut at the front end. */
const comb: Point[] = [
  [4, 0, 4],
  ...fins.flatMap((x): Point[] => [
    [x - 4, 0, 38],
    [x + 2, 0, 38],
    [x + 2, 0, 24],
    [x + 8, 0, 24],
  ]),
  [76, 0, 38],
  [82, 0, 38],
  [82, 0, 4],
];

/** A finned DC-DC converter on its mounting plate, terminals on the side. */
export function ConverterDrawing() {
  return (
    <DrawingSheet>
      <path className="side" d={side(104, 0, depth, 0, 4)} />
      <path className="front" d={front(-10, 104, 0, 4)} />
      <path className="top" d={top(-10, 104, 0, depth, 4)} />
      <path className="dark" d={disc(-4, 10, 4, 2)} />
      <path className="side" d={side(82, 0, depth, 4, 38)} />
      {[...fins, 80].map((x) => (
        <g key={x}>
          <path className="side" d={side(x + 2, 0, depth, 24, 38)} />
          <path className="top" d={top(x - 4, x + 2, 0, depth, 38)} />
        </g>
      ))}
      <path className="front" d={face(...comb)} />
      <path className="dark" d={side(82, 8, 22, 10, 22) + side(82, 32, 46, 10, 22)} />
      <path className="accent" d={line([82, 15, 15], [96, 15, 15], [112, 8, 2], [126, 2, 0])} />
      <path className="line" d={line([82, 39, 15], [98, 39, 15], [116, 32, 4], [132, 28, 2])} />
      <path className="detail" d={line([22, 0, 14], [58, 0, 14])} />
      <path className="spot" d={front(66, 70, 12, 16)} />
    </DrawingSheet>
  );
}
