import { DrawingSheet } from './drawing-sheet.tsx';
import { each, threeQuarterView } from './drawing-geometry.ts';

const { front, side, top, line, dial, face } = threeQuarterView(26, 88);

/** A portable power station: handles, display, sockets on its face. */
export function PowerStationDrawing() {
  return (
    <DrawingSheet>
      <path className="side" d={side(84, 0, 48, 0, 58)} />
      <path className="top" d={top(0, 84, 0, 48, 58)} />
      <path className="front" d={front(0, 84, 0, 58)} />
      <path className="side" d={face([2, 4, 58], [2, 44, 58], [2, 40, 68], [2, 8, 68])} />
      <path className="side" d={face([80, 4, 58], [80, 44, 58], [80, 40, 68], [80, 8, 68])} />
      <path className="dark" d={front(24, 60, 38, 52)} />
      <path className="accent" d={line([29, 0, 42], [43, 0, 42])} />
      <path className="spot" d={dial(52, 45, 3.2)} />
      {[14, 32, 50, 68].map((x) => (
        <g key={x}>
          <path className="front" d={dial(x + 1, 12, 6)} />
          <path className="detail" d={line([x - 1, 0, 11], [x - 1, 0, 14])} />
          <path className="detail" d={line([x + 3, 0, 11], [x + 3, 0, 14])} />
        </g>
      ))}
      <path className="dark" d={each([18, 30, 42, 54, 66], (x) => front(x - 3, x + 3, 26, 30))} />
      <path className="detail" d={each([16, 24, 32, 40], (z) => line([84, 10, z], [84, 38, z]))} />
    </DrawingSheet>
  );
}
