import { DrawingSheet } from './drawing-sheet.tsx';
import { each, threeQuarterView } from './drawing-geometry.ts';

const { front, side, top, line, dial, face } = threeQuarterView(50, 103);

/** A handheld GPS: stub antenna, map with a track, a rocker and keys. */
export function HandheldDrawing() {
  return (
    <DrawingSheet>
      <path className="side" d={side(48, 0, 22, 0, 78)} />
      <path className="top" d={top(0, 48, 0, 22, 78)} />
      <path className="front" d={front(0, 48, 0, 78)} />
      <path className="side" d={side(16, 4, 18, 78, 92)} />
      <path className="top" d={top(2, 16, 4, 18, 92)} />
      <path className="dark" d={front(2, 16, 78, 92, 4)} />
      <path className="glass" d={front(6, 42, 32, 72)} />
      <path className="detail" d={line([6, 0, 58], [18, 0, 62], [28, 0, 52], [42, 0, 56])} />
      <path className="detail" d={line([12, 0, 32], [18, 0, 44], [14, 0, 52], [22, 0, 72])} />
      <path className="accent" d={line([12, 0, 38], [20, 0, 42], [24, 0, 50], [33, 0, 54], [34, 0, 63])} />
      <path className="spot" d={dial(34, 65, 3)} />
      <path className="front" d={dial(24, 17, 8)} />
      <path className="dark" d={dial(24, 17, 2.5)} />
      {[
        [8, 24],
        [40, 24],
        [8, 9],
        [40, 9],
      ].map(([x = 0, z = 0]) => (
        <path key={`${x} ${z}`} className="dark" d={dial(x, z, 2.6)} />
      ))}
      <path
        className="detail"
        d={each([24, 40, 56], (z) => face([48, 6, z], [48, 16, z], [48, 16, z + 8], [48, 6, z + 8]))}
      />
    </DrawingSheet>
  );
}
