import { DrawingSheet } from './drawing-sheet.tsx';
import { each, threeQuarterView } from './drawing-geometry.ts';

const { front, side, top, line } = threeQuarterView(24, 92);
const modules = [4, 26, 48];

/** Three lithium modules in a rack: handles, charge lights, the power link between them. */
export function BatteryDrawing() {
  return (
    <DrawingSheet>
      <path className="side" d={side(86, 0, 52, 0, 74)} />
      <path className="top" d={top(0, 86, 0, 52, 74)} />
      <path className="front" d={front(0, 86, 0, 74)} />
      <path className="detail" d={each([12, 24, 36, 48, 60], (z) => line([86, 30, z], [86, 45, z]))} />
      {modules.map((z) => (
        <g key={z}>
          <path className="front" d={front(4, 82, z, z + 19)} />
          <path className="line" d={line([10, 0, z + 5], [10, 0, z + 14])} />
          <path className="line" d={line([76, 0, z + 5], [76, 0, z + 14])} />
          <path className="dark" d={front(18, 33, z + 7, z + 14)} />
          <path className="detail" d={each([40, 44, 48], (x) => line([x, 0, z + 8], [x, 0, z + 13]))} />
          <path className="spot" d={front(60, 63, z + 12, z + 15)} />
          <path className="dark" d={front(66, 69, z + 8, z + 11)} />
        </g>
      ))}
      <path className="accent" d={line([62, -3, 5], [62, -5, 32], [62, -3, 56])} />
    </DrawingSheet>
  );
}
