import { DrawingSheet } from './drawing-sheet.tsx';
import { each, threeQuarterView } from './drawing-geometry.ts';

const { front, side, top, line, dial } = threeQuarterView(42, 92);

/** A hybrid inverter on its wall plate: display, fins, wiring box, cables down. */
export function InverterDrawing() {
  return (
    <DrawingSheet>
      <path className="ground" d={front(-14, 84, -8, 92, 24)} />
      <path className="side" d={side(66, 0, 24, 4, 82)} />
      <path className="top" d={top(0, 66, 0, 24, 82)} />
      <path className="front" d={front(0, 66, 4, 82)} />
      <path className="detail" d={each([28, 36, 44, 52, 60, 68], (z) => line([66, 4, z], [66, 20, z]))} />
      <path className="line" d={line([0, 0, 22], [66, 0, 22], [66, 24, 22])} />
      <path className="dark" d={front(16, 50, 50, 70)} />
      <path
        className="accent"
        d={line([20, 0, 58], [25, 0, 64], [30, 0, 56], [35, 0, 64], [40, 0, 56], [46, 0, 62])}
      />
      <path className="front" d={each([22, 33, 44], (x) => dial(x, 40, 3))} />
      <path className="dark" d={each([12, 22, 44, 54], (x) => front(x - 2.5, x + 2.5, 0, 4))} />
      <path className="line" d={line([12, 0, 0], [12, 0, -12]) + line([22, 0, 0], [22, 0, -12])} />
      <path className="line" d={line([44, 0, 0], [44, 0, -12])} />
      <path className="accent" d={line([54, 0, 0], [54, 0, -12])} />
    </DrawingSheet>
  );
}
